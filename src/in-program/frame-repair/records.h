/* One record for each signal of the sampler: when it came, how long the thread had run, and how it found the thread. */
#pragma once
#include "base.h"

/**
 * From now on each signal of this thread leaves a record in a new file: `path` with the thread's number at its end. Earlier records
 * of this thread end. Gives what `end_records` is to be called with when the thread ends: null where that cannot be, or was given before.
 */
void *begin_records(const char *path);

/** On the thread itself. The records stay on disk. */
void end_records(void *thread);

/**
 * Call first at each signal, as V8 notes the time of its sample right behind it, with what the kernel has saved of
 * the interrupted thread. Does nothing for a thread that leaves no records, or whose file is full. Async-signal-safe.
 */
void add_record(const u64 *context);
