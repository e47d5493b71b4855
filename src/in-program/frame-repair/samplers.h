/* The threads of V8 that send the sampler's signal. */
#pragma once
#include "base.h"

/** Gives a thread of any process of the same user the shortest time slice, on kernels that let it. Not for signal handlers. */
void shorten_slice(u32 thread);
