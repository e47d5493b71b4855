/*
 * The proof: runs a program one instruction at a time and compares, at every instruction in V8's code, what the frame
 * repair says with what really happened. Built together with the product's own files, without its node-api.c.
 *
 * The processor's trap flag raises SIGTRAP after each instruction. From call and ret alone a shadow of the stack is kept:
 * for each call that has not returned, the return address and what rbp was on entry. That is the truth; nothing in it
 * comes from the tables.
 */
#include "../../src/in-program/frame-repair/base.h"
#include "../../src/in-program/frame-repair/control-flow.h"
#include "../../src/in-program/frame-repair/instruction.h"
#include "../../src/in-program/frame-repair/mend.h"
#include "../../src/in-program/frame-repair/ranges.h"

struct signal_action {
  void (*function)(int, void *, void *);
  u64 mask[16];
  s32 flags;
  void *restorer;
};
extern int sigaction(int signal, const struct signal_action *action, struct signal_action *old);
extern int raise(int signal);
enum { SIGTRAP = 5, SA_SIGINFO = 4, FLAGS_AT = 22, TRAP_FLAG = 0x100 };

typedef struct napi_env_s *napi_env;
typedef struct napi_value_s *napi_value;
typedef struct napi_info_s *napi_info;
typedef napi_value (*napi_callback)(napi_env, napi_info);
extern int napi_create_function(napi_env, const char *, u64, napi_callback, void *, napi_value *);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern int napi_get_cb_info(napi_env, napi_info, u64 *, napi_value *, napi_value *, void **);
extern int napi_get_value_uint32(napi_env, napi_value, u32 *);
extern int napi_create_double(napi_env, double, napi_value *);
extern int napi_create_array(napi_env, napi_value *);
extern int napi_create_object(napi_env, napi_value *);
extern int napi_set_element(napi_env, napi_value, u32, napi_value);

/* ---- The truth --------------------------------------------------------------------------------------------------- */

enum { MAX_DEPTH = 4096, MAX_MOVING = 24 };
struct call {
  u64 return_address, fp, at;
};
static struct call calls[MAX_DEPTH];
static u32 depth;
static u32 moving; /* instructions since rsp rose above the return address: it is on its way in a register */
static struct registers before;

static u64 word(u64 address) { return *(const u64 *)address; }
static int is_ret(const u8 *code) {
  return *code == 0xC3 || *code == 0xC2 || ((*code == 0xF2 || *code == 0xF3) && code[1] == 0xC3);
}

static void return_to(u64 pc) {
  for (u32 k = depth; k-- > 0;) {
    if (calls[k].return_address != pc) continue;
    depth = k;
    return;
  }
  depth = 0; /* left by another way: nothing is known until the next call */
}

/** Follows what the instruction before this one has done. */
static void follow(struct registers now) {
  const u8 *code = (const u8 *)before.pc;
  moving = moving ? moving + 1 : 0;
  if (now.sp == before.sp - 8 && word(now.sp) - before.pc <= 8 && word(now.sp) > before.pc && now.pc != word(now.sp)) {
    if (depth == MAX_DEPTH) depth = 0;
    calls[depth++] = (struct call){word(now.sp), before.fp, now.sp};
    moving = 0;
  } else if (is_ret(code)) {
    return_to(now.pc);
    moving = 0;
  } else if (depth && now.sp > calls[depth - 1].at && !moving) moving = 1;
  /* A tail call with other arguments moves its return address: it is there again. */
  if (depth && (moving || now.sp < calls[depth - 1].at) && word(now.sp) == calls[depth - 1].return_address) {
    calls[depth - 1].at = now.sp;
    moving = 0;
  }
  if (moving > MAX_MOVING) {
    while (depth && calls[depth - 1].at < now.sp) depth--;
    moving = 0;
  }
}

/* ---- What is checked --------------------------------------------------------------------------------------------- */

enum result {
  STEPS,
  IN_BUILTINS,
  IN_COMPILED,
  FRAMELESS_RIGHT,
  FRAMELESS_WRONG,
  FRAMED_RIGHT,
  FRAMED_WRONG,
  UNKNOWN_WITH_FRAME,
  UNKNOWN_WITHOUT_FRAME,
  MENDED_RIGHT,
  MENDED_WRONG,
  CHAINS_RIGHT,
  PROLOGUES_RIGHT,
  PROLOGUES_WRONG,
  LEFT_ALONE_WITH_FRAME,
  LEFT_ALONE_WITHOUT_FRAME,
  UNVERIFIED,
  RESULTS
};
static u64 results[RESULTS];
enum { MAX_WRONG = 64 };
static struct {
  u64 offset, state, kind;
} wrong[MAX_WRONG];
static u32 wrong_count;
static u32 bare[1 << 22]; /* by offset: how often a frameless instruction was met of which nothing is known */

static void note_wrong(u64 offset, u64 state, u64 kind) {
  results[kind]++;
  for (u32 k = 0; k < wrong_count; k++)
    if (wrong[k].offset == offset && wrong[k].kind == kind) return;
  if (wrong_count == MAX_WRONG) return;
  wrong[wrong_count].offset = offset;
  wrong[wrong_count].state = state;
  wrong[wrong_count++].kind = kind;
}

/** The table's word on one instruction. */
static void check_state(u64 offset, struct registers now) {
  const struct call *top = &calls[depth - 1];
  frame_state state;
  if (!find_frame_state(offset, &state)) return;
  if (is_frameless(state)) {
    int is_right = word(now.sp + 8 * words_to_return_address(state)) == top->return_address && now.fp == top->fp;
    if (is_right) results[FRAMELESS_RIGHT]++;
    else note_wrong(offset, state, FRAMELESS_WRONG);
  } else if (state == FRAMED_STATE) {
    int is_right = now.fp != top->fp && word(now.fp + 8) == top->return_address && word(now.fp) == top->fp;
    if (is_right) results[FRAMED_RIGHT]++;
    else note_wrong(offset, state, FRAMED_WRONG);
  } else if (now.fp == top->fp) {
    bare[offset]++;
    results[UNKNOWN_WITHOUT_FRAME]++;
  } else results[UNKNOWN_WITH_FRAME]++;
}

/** Whether every return address of the chain, and the rbp behind it, is what the calls were made with. */
static int is_true_chain(const struct chain *chain) {
  for (u32 k = 0; k < chain->length; k++) {
    if (k >= depth || chain->return_addresses[k] != calls[depth - 1 - k].return_address) return 0;
  }
  return chain->fp == calls[depth - chain->length].fp;
}

/** What V8 would be shown if a sample were taken here. */
static void check_decision(const struct ranges *ranges, struct registers now) {
  struct registers shown;
  struct chain chain;
  u64 offset;
  int is_builtin = find_builtin_offset(ranges, now.pc, &offset);
  switch (find_missing_frames(ranges, now, &shown, &chain)) {
    case MENDED_BUILTIN:
      if (chain.length > depth) results[UNVERIFIED]++;
      else if (!is_true_chain(&chain)) note_wrong(offset, chain.length, MENDED_WRONG);
      else results[chain.length > 1 ? CHAINS_RIGHT : MENDED_RIGHT]++;
      return;
    case MENDED_PROLOGUE:
      if (!chain.length || is_true_chain(&chain)) results[PROLOGUES_RIGHT]++;
      else note_wrong(now.pc, chain.length, PROLOGUES_WRONG);
      return;
    default:
      if (!is_builtin) return;
      results[now.fp == calls[depth - 1].fp ? LEFT_ALONE_WITHOUT_FRAME : LEFT_ALONE_WITH_FRAME]++;
  }
}

static u32 steps_left;

static void on_trap(int signal, void *info, void *context) {
  (void)signal, (void)info;
  u64 *words = context;
  struct registers now = {words[RIP_AT], words[RSP_AT], words[RBP_AT]};
  struct ranges ranges;
  if (before.pc) follow(now);
  before = now;
  results[STEPS]++;
  if (depth && find_ranges(now.pc, now.sp, &ranges) == FOUND) {
    u64 offset;
    int is_builtin = find_builtin_offset(&ranges, now.pc, &offset), is_compiled = contains(ranges.compiled, now.pc);
    if (is_builtin) results[IN_BUILTINS]++;
    else if (is_compiled) results[IN_COMPILED]++;
    if ((is_builtin || is_compiled) && moving) results[UNVERIFIED]++;
    else if (is_builtin || is_compiled) {
      if (is_builtin) check_state(offset, now);
      check_decision(&ranges, now);
    }
  }
  if (steps_left && --steps_left) words[FLAGS_AT] |= TRAP_FLAG;
  else words[FLAGS_AT] &= ~(u64)TRAP_FLAG;
}

/* ---- For JavaScript ---------------------------------------------------------------------------------------------- */

static napi_value make_number(napi_env env, u64 number) {
  napi_value value = 0;
  napi_create_double(env, (double)number, &value);
  return value;
}

/** Steps through what follows, for so many instructions. Gives the outcome of the preparation instead if that failed. */
static napi_value step(napi_env env, napi_info info) {
  u64 argument_count = 1;
  napi_value argument;
  napi_get_cb_info(env, info, &argument_count, &argument, 0, 0);
  napi_get_value_uint32(env, argument, &steps_left);
  enum preparation preparation = prepare_ranges();
  struct signal_action action = {.function = on_trap, .flags = SA_SIGINFO};
  if (preparation != PREPARED || sigaction(SIGTRAP, &action, 0)) return make_number(env, preparation + 1);
  depth = moving = 0;
  before.pc = 0;
  napi_value done = make_number(env, 0);
  raise(SIGTRAP);
  return done;
}

static napi_value stop(napi_env env, napi_info info) {
  (void)info;
  steps_left = 0;
  return make_number(env, 0);
}

static napi_value read_results(napi_env env, napi_info info) {
  (void)info;
  napi_value list;
  napi_create_array(env, &list);
  for (u32 k = 0; k < RESULTS; k++) napi_set_element(env, list, k, make_number(env, results[k]));
  return list;
}

/** The places of wrong statements: offset into the builtins, state, kind, one after the other. */
static napi_value read_wrong(napi_env env, napi_info info) {
  (void)info;
  napi_value list;
  napi_create_array(env, &list);
  for (u32 k = 0; k < wrong_count; k++) {
    napi_set_element(env, list, 3 * k, make_number(env, wrong[k].offset));
    napi_set_element(env, list, 3 * k + 1, make_number(env, wrong[k].state));
    napi_set_element(env, list, 3 * k + 2, make_number(env, wrong[k].kind));
  }
  return list;
}

/** Frameless instructions of which nothing is known: offset and count, one after the other. */
static napi_value read_bare(napi_env env, napi_info info) {
  (void)info;
  napi_value list;
  napi_create_array(env, &list);
  for (u32 k = 0, n = 0; k < sizeof bare / sizeof *bare; k++) {
    if (!bare[k]) continue;
    napi_set_element(env, list, n++, make_number(env, k));
    napi_set_element(env, list, n++, make_number(env, bare[k]));
  }
  return list;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"step", step}, {"stop", stop}, {"results", read_results}, {"wrong", read_wrong}, {"bare", read_bare}};
  for (u32 k = 0; k < 5; k++) {
    u64 length = 0;
    napi_value function;
    while (functions[k].name[length]) length++;
    napi_create_function(env, functions[k].name, length, functions[k].callback, 0, &function);
    napi_set_named_property(env, exports, functions[k].name, function);
  }
  return exports;
}
