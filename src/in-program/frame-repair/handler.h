/* The signal handler that stands before V8's. */
#pragma once
#include "base.h"

enum installation {
  INSTALLED = 1,
  ALREADY_INSTALLED,
  NOTHING_SAMPLES,  /* V8 has no handler (yet) */
  FOREIGN_HANDLER,  /* SIGPROF is handled by something that is not V8 */
  REFUSED           /* the kernel, or a filter of system calls, says no */
};

/**
 * Stands before V8's handler until V8 takes its own away, which it does when the last sampler of the process stops
 * (SignalHandler in V8's src/libsampler/sampler.cc).
 */
enum installation install_handler(void);
