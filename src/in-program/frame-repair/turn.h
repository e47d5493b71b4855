/* Whose turn it is in V8's signal handler. */
#pragma once
#include "base.h"

struct turn {
  int is_ours; /* 0: waited in vain, and the sample will be lost */
  u64 waited;  /* nanoseconds off a CPU */
};

/**
 * Waits until no other thread is in V8's handler, for two milliseconds at most, unless four others wait already.
 * Async-signal-safe: the thread whose turn it is needs nothing that the one it interrupted may hold.
 *
 * V8 lets only one thread of a process at a time take a sample, and another one that is due returns with none
 * (`AtomicGuard` in SamplerManager::DoSample, src/libsampler/sampler.cc). With threads that outnumber the cores that is no
 * rare case: as V8's log is told of a sample its writing thread wakes up and takes the core, so that the handler is
 * interrupted just there, and for as long as it waits for a core nobody is sampled.
 */
struct turn take_turn(void);

/** Ends the turn that {@link take_turn} gave. */
void end_turn(void);
