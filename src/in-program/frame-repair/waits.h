/* When samples found a thread waiting in a system call. */
#pragma once
#include "base.h"

/**
 * From now on the waits of this thread in which its samples come are noted, as `struct wait`s in a new file of that path with the
 * thread's number at its end. Earlier notes and records of this thread end. Gives what `forget_waits` is to be called with when the thread ends:
 * null where that cannot be, or was given before.
 */
void *note_waits(const char *path);

/**
 * From now on each of this thread's signals leaves a record (`records.h`) in a new file of that path with the thread's number at
 * its end. Does nothing where its waits are not noted, or there can be no such file.
 */
void note_records(const char *path);

/** On the thread itself. */
void forget_waits(void *thread);

/**
 * Call at each signal of the sampler, with the thread that runs, for how long it has just waited for its turn, and the registers that
 * it interrupted, as they stand in its context. Gives 1 at the first one of a thread. Async-signal-safe.
 */
int see_signal(u64 thread, u64 waited, u64 rax, u64 rcx, u64 pc);
