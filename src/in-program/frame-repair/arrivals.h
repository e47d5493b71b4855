/* Counts signals as they arrive, also while JavaScript spins and cannot hear of them. */
#pragma once
#include "base.h"

/** From now on arrivals of a signal that something handles are counted; until that handler is taken away. */
void count_arrivals(u32 signal);
/** How often the signal has arrived while it was counted. */
u32 arrivals_of(u32 signal);
