/* Which addresses are what: the ranges of each isolate's code and of each thread's stack. */
#pragma once
#include "base.h"

/** What is known of the isolate that runs on a thread. Written by the thread before its samples, then only read. */
struct ranges {
  void *isolate;
  u64 thread;            /* the thread's pointer, which tells a new thread from one that has ended */
  struct range compiled; /* V8's code range of the isolate: compiled functions, and the copy of the builtins */
  struct range builtins; /* where the isolate runs the builtins: the copy in its code range, or the binary's text */
  struct range stack;
};

/**
 * Where a pc is in the builtins, from their start; false: in none of them. V8 11.3 runs the interpreter's handlers in the
 * binary also where the isolate has a copy of all builtins.
 */
int find_builtin_offset(const struct ranges *ranges, u64 pc, u64 *offset);

enum preparation { PREPARED, NO_V8_API, IS_MUSL, NO_CURRENT_ISOLATE, UNKNOWN_LAYOUT, NO_MEMORY };

/** Learns what does not change while the process lives, from the thread of an isolate. Not for signal handlers. */
enum preparation prepare_ranges(void);

/** Learns what a thread's samples need, on that thread: of its isolate and its stack. Not for signal handlers. */
void learn_thread(void);

enum lookup { FOUND, NONE, NO_CODE_OF_V8 };

/** The ranges of the thread that asks, if it is in code that V8 has made and they were learnt; its stack from the pointer on. */
enum lookup find_ranges(u64 pc, u64 stack_pointer, struct ranges *out);
