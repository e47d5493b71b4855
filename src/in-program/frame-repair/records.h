/* One record for each signal of the sampler: when it came, how long the thread had run, and how it found the thread. */
#pragma once
#include "base.h"

/** How a signal finds its thread. The order is that of `recordedStates` in recording/sample-records.ts. */
enum state {
  RUNNING,
  WAITING,  /* in a system call, which the signal interrupts */
  RETURNING /* as a system call returns; the thread may have waited in it, or only computed */
};

/** The state that interrupted registers tell. */
enum state state_of(u64 rax, u64 rcx, u64 pc);

/** The records of one thread. All zeros: there is no file. */
struct records {
  u8 *memory;
  u64 written; /* bytes */
};

/** Creates the file of that path, which must not exist. 0 where that cannot be. Not for signal handlers. */
int open_records(struct records *records, const char *path);

/** `switches`: how often the thread has given up its CPU by itself. Does nothing once the file is full. Async-signal-safe. */
void add_record(struct records *records, struct reading now, u64 switches, enum state state, u64 pc);

/** The records stay on disk. */
void close_records(struct records *records);
