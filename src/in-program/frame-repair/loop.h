/* The event loop of a thread. */
#pragma once
#include "base.h"

typedef struct napi_env_s *napi_env;

/**
 * From now on the sampler's signal waits for as long as this thread's event loop does: for its time there the thread is sampled
 * once, when it wakes up. Otherwise each signal would wake it, and a timer that is due is then run at once: what timers do
 * would begin right behind a sample, always. Gives 1, or 0 where it cannot be had.
 */
int hold_samples(napi_env env);
