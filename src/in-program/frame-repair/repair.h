/* The frame repair, where it is proven. Elsewhere V8's handler gets what came. */
#pragma once
#include "base.h"
#include "ranges.h"
#include "signal-action.h"

#ifdef __x86_64__
/** From now on frames are repaired. `marker` is what V8 expects in a frame of type STUB. Not for signal handlers. */
enum preparation prepare_repair(u64 marker);

/** Calls V8's handler once, with the frames that are missing where that is prepared. Async-signal-safe. */
void hand_to_v8(signal_handler v8s, int signal, void *info, void *context);
#else
static inline void hand_to_v8(signal_handler v8s, int signal, void *info, void *context) { v8s(signal, info, context); }
#endif
