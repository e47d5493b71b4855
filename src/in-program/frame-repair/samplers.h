/* The threads of V8 that send the sampler's signal. */
#pragma once
#include "base.h"

/** From now on V8's sampling threads run as soon as they are due, on kernels that let them. */
void hurry_samplers(void);

/** Whether the thread to which the signal has come that is handled is one of these: it is for nobody else then. Async-signal-safe. */
int is_sampler_itself(u64 thread);

/**
 * Call at each signal of the sampler: there may be new threads that send it, as when the sampled one `is_new`. Async-signal-safe.
 */
void keep_hurrying(int is_new);
