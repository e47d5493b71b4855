/* Which frames are missing from a stack as V8's sampler would see it. */
#pragma once
#include "base.h"
#include "ranges.h"

struct registers {
  u64 pc, sp, fp;
};

enum { MAX_CHAIN = 6 };

/** Frames of builtins, from the innermost on, of which at least one was never built. */
struct chain {
  u32 length;
  u64 return_addresses[MAX_CHAIN];
  u64 sp, fp; /* as they will be when the last of them has returned */
};

/**
 * What V8 should be shown instead of `registers`: `shown->pc` and, in front of the registers' stack, `chain`. Gives the
 * counter that tells what was found; nothing is to be changed unless it is MENDED_BUILTIN or MENDED_PROLOGUE.
 *
 * Reads words of the stack between sp and the frame at fp, and the code at pc: no more.
 */
enum counter find_missing_frames(const struct ranges *ranges, struct registers registers, struct registers *shown,
                                 struct chain *chain);
