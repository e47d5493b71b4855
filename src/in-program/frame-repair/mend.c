#include "mend.h"
#include "control-flow.h"

/*
 * No function's frame is larger: V8 checks stacks of about 1 MB, and a gap of this size is no frame but a stack that
 * was left for another.
 */
enum { MAX_FRAME = 1 << 20, PAGE_SIZE = 4096, MAX_FRAME_MARKER = 255 };

static inline u64 read_word(u64 address) { return *(const u64 *)address; }

/** Whether [sp, fp + 16) is live stack, with a frame's two words at fp. */
static int is_plausible(const struct ranges *ranges, u64 sp, u64 fp) {
  u64 end = ranges->stack.start + ranges->stack.size;
  return !((sp | fp) & 7) && sp >= ranges->stack.start && fp >= sp && fp + 16 <= end && fp - sp <= MAX_FRAME;
}

/** At the pc stands what stands at the same place in the binary: no other isolate's memory that has been reused. */
static int is_faithful_copy(u64 pc, u64 offset) {
  if (offset + 8 > builtins_code.size) return 0;
  return read_word(pc) == read_word(builtins_code.start + offset);
}

/* ---- Where V8 drops a sample because it cannot know whether a frame stands --------------------------------------- */

enum place { ELSEWHERE, AT_PUSH, AFTER_PUSH, AT_POP, AT_RETURN };

/**
 * IsNoFrameRegion in V8's src/profiler/tick-sample.cc: `push rbp; mov rbp, rsp` and `pop rbp; ret` anywhere in the code
 * range. The pc's own bytes can be read since they are being executed, and so can what follows a push or pop. What
 * stands before is looked at on the same page only.
 */
static enum place find_place(u64 pc) {
  const u8 *code = (const u8 *)pc;
  int has_byte_before = pc % PAGE_SIZE != 0;
  if (code[0] == 0x55) return code[1] == 0x48 && code[2] == 0x89 && code[3] == 0xE5 ? AT_PUSH : ELSEWHERE;
  if (code[0] == 0x5D) return code[1] == 0xC3 || code[1] == 0xC2 ? AT_POP : ELSEWHERE;
  if (!has_byte_before) return ELSEWHERE;
  if (code[0] == 0x48) return code[-1] == 0x55 && code[1] == 0x89 && code[2] == 0xE5 ? AFTER_PUSH : ELSEWHERE;
  if (code[0] == 0xC3 || code[0] == 0xC2) return code[-1] == 0x5D ? AT_RETURN : ELSEWHERE;
  return ELSEWHERE;
}

/** The nearest pc of the same function at which V8 takes the sample. */
static u64 find_shown_pc(u64 pc) {
  switch (find_place(pc)) {
    case AT_PUSH: return pc + 4;
    case AFTER_PUSH: return pc + 3;
    case AT_POP: return pc - 1;
    case AT_RETURN: return pc - 2;
    default: return pc;
  }
}

/** A compiled function that is about to have its frame, or has just left it. */
static enum counter mend_compiled(const struct ranges *ranges, struct registers registers, struct registers *shown,
                                  struct chain *chain) {
  enum place place = find_place(registers.pc);
  if (place == ELSEWHERE) return OUTSIDE;
  if (!is_plausible(ranges, registers.sp, registers.fp)) return OTHER_STACK;
  shown->pc = find_shown_pc(registers.pc);
  if (place == AT_POP) return registers.fp == registers.sp ? MENDED_PROLOGUE : OUTSIDE; /* its frame still stands */
  u64 at = place == AFTER_PUSH ? registers.sp + 8 : registers.sp;
  if (at >= registers.fp) return OTHER_STACK;
  *chain = (struct chain){1, {read_word(at)}, at + 8, registers.fp};
  u64 caller = chain->return_addresses[0], offset;
  /* Compiled code calls compiled code directly, or through the builtins. */
  int is_known = contains(ranges->compiled, caller) || find_builtin_offset(ranges, caller, &offset);
  return is_known ? MENDED_PROLOGUE : OTHER_CALLER;
}

/* ---- Builtins ---------------------------------------------------------------------------------------------------- */

/**
 * Takes the frame of the builtin at registers->pc off: registers become the caller's. `is_missing` tells whether V8 can
 * see that frame by itself.
 */
static enum counter take_frame_off(const struct ranges *ranges, struct registers *registers, int *is_missing) {
  u64 offset;
  frame_state state;
  if (!find_builtin_offset(ranges, registers->pc, &offset)) return OTHER_CALLER;
  if (!find_frame_state(offset, &state)) return BUSY;
  if (!is_frameless(state) && state != FRAMED_STATE) return UNKNOWN;
  if (!is_plausible(ranges, registers->sp, registers->fp)) return OTHER_STACK;
  u64 at = registers->fp + 8;
  *is_missing = is_frameless(state);
  if (*is_missing) {
    at = registers->sp + 8 * words_to_return_address(state);
    if (at >= registers->fp) return OTHER_STACK;
  } else {
    /* A small even number below fp is the marker of a frame without a function (StackFrame::TypeToMarker in V8's
       src/execution/frames.h). A frame half built, or one of a builtin that is a JavaScript function, is for V8. */
    u64 marker = registers->fp - registers->sp < 8 ? 1 : read_word(registers->fp - 8);
    if (marker & 1 || marker > MAX_FRAME_MARKER) return FRAMED;
    registers->fp = read_word(registers->fp);
  }
  registers->pc = read_word(at);
  registers->sp = at + 8;
  return MENDED_BUILTIN;
}

/**
 * Whether the frame at fp belongs to the builtin that `pc` returns to, and to a JavaScript function: the interpreter's
 * entry, which runs a function's bytecode in that function's frame. Such frames hold a context below fp, a pointer.
 */
static int is_javascript_frame(const struct ranges *ranges, const struct registers *registers) {
  frame_state state;
  u64 offset;
  if (!find_builtin_offset(ranges, registers->pc, &offset)) return 0;
  if (!find_frame_state(offset, &state) || state != FRAMED_STATE) return 0;
  if (!is_plausible(ranges, registers->sp, registers->fp) || registers->fp - registers->sp < 8) return 0;
  return read_word(registers->fp - 8) & 1;
}

static enum counter mend_builtin(const struct ranges *ranges, struct registers registers, struct registers *shown,
                                 struct chain *chain) {
  u64 offset;
  shown->pc = find_shown_pc(registers.pc);
  chain->length = 0;
  for (u32 depth = 0; depth < MAX_CHAIN; depth++) {
    int is_missing = 0;
    enum counter counter = take_frame_off(ranges, &registers, &is_missing);
    if (counter != MENDED_BUILTIN) return counter;
    chain->return_addresses[chain->length++] = registers.pc;
    chain->sp = registers.sp;
    chain->fp = registers.fp;
    if (find_builtin_offset(ranges, registers.pc, &offset)) {
      if (is_missing && is_javascript_frame(ranges, &registers)) return MENDED_BUILTIN;
      continue;
    }
    if (!contains(ranges->compiled, registers.pc)) return OTHER_CALLER;
    return is_missing ? MENDED_BUILTIN : FRAMED;
  }
  return UNKNOWN;
}

enum counter find_missing_frames(const struct ranges *ranges, struct registers registers, struct registers *shown,
                                 struct chain *chain) {
  u64 offset;
  *shown = registers;
  chain->length = 0;
  if (find_builtin_offset(ranges, registers.pc, &offset)) {
    if (!is_faithful_copy(registers.pc, offset)) return OTHER_CALLER;
    return mend_builtin(ranges, registers, shown, chain);
  }
  if (contains(ranges->compiled, registers.pc)) return mend_compiled(ranges, registers, shown, chain);
  return OUTSIDE;
}
