/* Which bytecode each place in baseline code was compiled from: V8's log does not say. */
#pragma once
#include "base.h"

/** Where V8 keeps what is needed here: bytes that differ from V8 to V8. */
struct baseline_layout {
  /** From a code's first instruction back to the word that leads to V8's description of it. */
  u32 description_before;
  /** In that description: the bytecode, and behind it the table of its places. */
  u32 bytecode_at;
  /** In an array of bytecode: its first byte. */
  u32 bytes_at;
};

/**
 * From a script on that is to be run next, a line is written into a new file for each piece of baseline code that V8 makes in
 * this thread's isolate; V8 makes none once the file has no more room. Each garbage collection leaves a line there, too
 * (`collections.h`). Gives the isolate, or null where that cannot be.
 */
void *note_baseline(const char *path, struct baseline_layout layout);

/** An isolate that `note_baseline` gave goes away. On its own thread. */
void forget_baseline(void *isolate);
