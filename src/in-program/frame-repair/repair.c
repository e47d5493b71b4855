#include "repair.h"
#include "mend.h"
#include "ranges.h"

/* Words of ucontext_t: as the kernel has it on the stack, and libc's, which is longer. */
enum { KERNEL_CONTEXT_WORDS = 38, CONTEXT_WORDS = 121 };

/* A frame as V8 reads it: marker, caller's fp, return address; and room that it may look at on the stack's top. */
enum { FRAME_WORDS = 3, ROOM_WORDS = 4, MAX_HANDLER_STACK = 1 << 16 };

/** What V8 expects in a frame of type STUB; 0 as long as nothing is prepared. */
static u64 stub_marker;

/**
 * Hands V8's handler a copy of the context in which the missing frames stand on our own part of the stack, which lies
 * below the program's. V8 demands of frames that they lie between sp and the entry into JavaScript and go upwards
 * (SafeStackFrameIterator in src/execution/frames.cc). Nothing of the program's is changed.
 */
__attribute__((noinline)) static void show(signal_handler v8s, int signal, void *info, const u64 *context,
                                           const struct registers *shown, const struct chain *chain) {
  u64 copy[CONTEXT_WORDS], frames[ROOM_WORDS + FRAME_WORDS * MAX_CHAIN];
  for (u32 k = 0; k < CONTEXT_WORDS; k++) copy[k] = k < KERNEL_CONTEXT_WORDS ? context[k] : 0;
  for (u32 k = 0; k < ROOM_WORDS; k++) frames[k] = 0;
  copy[RIP_AT] = shown->pc;
  for (u32 k = 0; k < chain->length; k++) {
    u64 *frame = frames + ROOM_WORDS + FRAME_WORDS * k;
    int is_last = k + 1 == chain->length;
    frame[0] = stub_marker;
    frame[1] = is_last ? chain->fp : (u64)(frame + FRAME_WORDS + 1);
    frame[2] = chain->return_addresses[k];
  }
  if (chain->length) {
    copy[RSP_AT] = (u64)frames;
    copy[RBP_AT] = (u64)(frames + ROOM_WORDS + 1);
  }
  __asm__ volatile("" ::"r"(frames), "r"(copy) : "memory"); /* both are read by what the compiler cannot see */
  v8s(signal, info, copy);
  __asm__ volatile("" ::"r"(frames), "r"(copy) : "memory");
}

static enum counter examine(struct registers registers, struct registers *shown, struct chain *chain) {
  u64 here = (u64)__builtin_frame_address(0);
  /* On an alternative signal stack our frames would not lie between sp and the entry. */
  if (here >= registers.sp || registers.sp - here > MAX_HANDLER_STACK) return OTHER_STACK;
  struct ranges ranges;
  switch (find_ranges(registers.pc, registers.sp, &ranges)) {
    case FOUND: return find_missing_frames(&ranges, registers, shown, chain);
    case NO_CODE_OF_V8: return OUTSIDE;
    default: return NO_ISOLATE;
  }
}

void hand_to_v8(signal_handler v8s, int signal, void *info, void *context) {
  const u64 *words = context;
  struct registers registers = {words[RIP_AT], words[RSP_AT], words[RBP_AT]}, shown;
  struct chain chain;
  if (!__atomic_load_n(&stub_marker, __ATOMIC_ACQUIRE)) {
    v8s(signal, info, context);
    return;
  }
  enum counter counter = examine(registers, &shown, &chain);
  count(counter);
  if (counter == MENDED_BUILTIN || counter == MENDED_PROLOGUE) show(v8s, signal, info, words, &shown, &chain);
  else v8s(signal, info, context);
}

enum preparation prepare_repair(u64 marker) {
  enum preparation preparation = prepare_ranges();
  if (preparation == PREPARED) __atomic_store_n(&stub_marker, marker, __ATOMIC_RELEASE);
  return preparation;
}
