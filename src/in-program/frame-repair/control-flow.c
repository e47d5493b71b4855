#include "control-flow.h"
#include "instruction.h"

/* The largest builtin of the four V8s has 35 kB (TypedArrayPrototypeMap); none of the size of a mistake is walked. */
enum { MAX_BUILTIN_SIZE = 1 << 16, MAX_PENDING = 2048 };

/* Builtins begin at multiples of 64: PadAndAlignCode in V8's src/snapshot/embedded/embedded-data.h. */
enum { LINE_SHIFT = 6, LINE_SIZE = 1 << LINE_SHIFT };
enum line_flag { BEGINS_BUILTIN = 1, IS_DECODED = 2 };

struct range builtins_code;
static frame_state *states; /* by offset; valid where the line is decoded */
static u8 *lines;           /* enum line_flag, by offset >> LINE_SHIFT */
static u8 decoding;         /* lock over what follows, and over writing to the above */
static u32 pending[MAX_PENDING];
static u32 pending_count;

static struct {
  u64 start, end; /* offsets of the builtin that is being decoded */
  u8 is_beyond_us;
} current;

int prepare_builtins(struct range code, const u64 *entries, u64 entry_count, u64 entries_base) {
  u64 line_count = (code.size >> LINE_SHIFT) + 1;
  if (!states) states = map_memory(code.size);
  if (!lines) lines = map_memory(line_count);
  if (!states || !lines) return 0;
  for (u64 k = 0; k < entry_count; k++) {
    u64 offset = entries[k] - entries_base;
    if (offset >= code.size || offset % LINE_SIZE) return 0;
    lines[offset >> LINE_SHIFT] = BEGINS_BUILTIN;
  }
  builtins_code = code;
  return 1;
}

/** What holds where two ways meet. Ordered so that repeating this comes to an end. */
static frame_state merge(frame_state known, frame_state other) {
  if (known == UNKNOWN_STATE || known == other) return other;
  return known == DISPLACED || other == DISPLACED ? DISPLACED : CONTRADICTORY;
}

/** A way leads to `offset` on which `state` holds. */
static void reach(u64 offset, frame_state state) {
  if (offset < current.start || offset >= current.end) return;
  frame_state merged = merge(states[offset], state);
  if (merged == states[offset]) return;
  states[offset] = merged;
  if (pending_count < MAX_PENDING) pending[pending_count++] = offset;
  else current.is_beyond_us = 1;
}

/** Whether an instruction might write the register of this number, other than by push, pop, call, ret and leave. */
static int may_write(const struct instruction *in, u32 number) {
  if (!in->has_modrm) {
    /* mov immediate, xchg with rax, bswap */
    int names_register = in->map == ONE_BYTE ? in->opcode >= 0xB0 && in->opcode <= 0xBF : in->opcode >= 0xC8;
    if (in->map == ONE_BYTE && in->opcode >= 0x91 && in->opcode <= 0x97) names_register = 1;
    return names_register && ((in->opcode & 7) | (in->rex & REX_B ? 8 : 0)) == number;
  }
  int is_reg = reg_of(in) == number, is_rm = is_register_form(in) && rm_of(in) == number;
  if (!is_reg && !is_rm) return 0;
  u8 op = in->opcode;
  if (in->map == ONE_BYTE && !in->is_vex) {
    if (op >= 0x38 && op <= 0x3B) return 0;             /* cmp */
    if (op == 0x84 || op == 0x85) return 0;             /* test */
    if (op < 0x40) return op & 2 ? is_reg : is_rm;      /* arithmetic: bit 1 is the direction */
    if (op == 0x88 || op == 0x89) return is_rm;         /* mov to rm */
    if (op == 0x8A || op == 0x8B || op == 0x8D || op == 0x63 || op == 0x69 || op == 0x6B) return is_reg;
    if (op == 0x86 || op == 0x87) return 1;             /* xchg */
    if (op == 0x80 || op == 0x81 || op == 0x83) return is_rm && (in->modrm >> 3 & 7) != 7; /* all but cmp */
    if (op == 0xFF) return is_rm && (in->modrm >> 3 & 7) < 2; /* inc, dec; not call, jmp, push */
    if (op == 0xF6 || op == 0xF7) return is_rm && (in->modrm >> 3 & 7) >= 2; /* not, neg; the others write rax, rdx */
    if (op >= 0xD8 && op <= 0xDF) return 0;             /* x87 */
    return is_rm;                                       /* shifts, mov immediate, inc, dec, pop */
  }
  if (in->map == TWO_BYTE) {
    if (op >= 0x40 && op <= 0x4F) return is_reg && !in->is_vex;                           /* cmovcc */
    if (op >= 0x90 && op <= 0x9F) return is_rm;                                           /* setcc */
    if (op == 0xAF || op == 0xB6 || op == 0xB7 || op == 0xB8) return is_reg;              /* imul, movzx, popcnt */
    if (op >= 0xBC && op <= 0xBF) return is_reg;                                          /* bsf, bsr, movsx */
    if (op == 0x2C || op == 0x2D || op == 0x50 || op == 0xC5 || op == 0xD7) return is_reg; /* xmm to general */
    if (op == 0x7E) return is_rm;                                                         /* movd, movq */
    return op >= 0xA0 && op < 0xC2; /* bit, shift and exchange instructions; the rest works on xmm */
  }
  /* BMI in VEX, crc32 and movbe, pextr: rare enough to be taken at their worst. */
  return 1;
}

/** `mov rbp, rsp`, in both encodings. */
static int is_frame_set_up(const struct instruction *in) {
  if (in->map != ONE_BYTE || in->is_vex || !is_register_form(in) || !(in->rex & REX_W)) return 0;
  return (in->opcode == 0x89 && rm_of(in) == RBP_NUMBER && reg_of(in) == RSP_NUMBER) ||
         (in->opcode == 0x8B && reg_of(in) == RBP_NUMBER && rm_of(in) == RSP_NUMBER);
}

static int is_pop(const struct instruction *in) {
  return in->map == ONE_BYTE && ((in->opcode >= 0x58 && in->opcode <= 0x5F) || in->opcode == 0x8F);
}

static int is_pop_of(const struct instruction *in, u32 number) {
  if (in->map != ONE_BYTE) return 0;
  if (in->opcode >= 0x58 && in->opcode <= 0x5F) return ((in->opcode & 7) | (in->rex & REX_B ? 8 : 0)) == number;
  return in->opcode == 0x8F && is_register_form(in) && rm_of(in) == number;
}

static s64 read_immediate(const u8 *code, const struct instruction *in) {
  return in->length - in->immediate_at == 1 ? (s8)code[in->immediate_at] : read_s32(code + in->immediate_at);
}

/** Where `[rsp + n]` is an instruction's operand in memory: n. */
static int finds_stack_operand(const u8 *code, const struct instruction *in, s64 *n) {
  u32 mod = in->modrm >> 6;
  if (!in->has_modrm || mod == 3 || (in->modrm & 7) != 4) return 0;
  u8 sib = code[in->displacement_at - 1];
  if ((sib & 7) != RSP_NUMBER || in->rex & REX_B) return 0;
  *n = mod == 0 ? 0 : mod == 1 ? (s8)code[in->displacement_at] : read_s32(code + in->displacement_at);
  return 1;
}

/** Instructions with an operand in memory that are known to only read it: enough of them for what builtins do. */
static int only_reads_memory(const struct instruction *in) {
  u8 op = in->opcode, extension = in->modrm >> 3 & 7;
  if (in->map == TWO_BYTE) {
    return op == 0x10 || op == 0x28 || op == 0x6F || op == 0x6E || op == 0xB6 || op == 0xB7 || op == 0xBE || op == 0xBF ||
           (op >= 0x51 && op <= 0x5F) || op == 0x2A || op == 0x2C || op == 0x2E || op == 0x2F || (op & 0xF0) == 0x40;
  }
  if (in->map != ONE_BYTE) return 0;
  if (op < 0x40) return (op & 0x38) == 0x38 || op & 2; /* cmp; arithmetic into a register */
  if (op == 0x81 || op == 0x83) return extension == 7;
  if (op == 0xFF) return extension == 2 || extension == 4 || extension == 6; /* call, jmp, push */
  return op == 0x8B || op == 0x8A || op == 0x8D || op == 0x63 || op == 0x84 || op == 0x85 || op == 0x69 || op == 0x6B;
}

/**
 * Tail calls with other arguments put a copy of the return address on top and then may overwrite the old one:
 * `push [rsp + 16]; mov [rsp + 24], rcx` in AdaptorWithBuiltinExitFrame. From the push on the copy counts.
 */
static int copies_return_address(const u8 *code, const struct instruction *in, frame_state state) {
  s64 n;
  return in->map == ONE_BYTE && in->opcode == 0xFF && (in->modrm >> 3 & 7) == 6 && finds_stack_operand(code, in, &n) &&
         n == 8 * (s64)words_to_return_address(state);
}

/** Stores near the return address count as stores to it, whatever their width. */
static int may_overwrite_return_address(const u8 *code, const struct instruction *in, frame_state state) {
  s64 n, at = 8 * (s64)words_to_return_address(state);
  if (!finds_stack_operand(code, in, &n) || only_reads_memory(in)) return 0;
  /* An index may add anything: rsp cannot be one, so any other register in SIB's middle field is. */
  int has_index = (code[in->displacement_at - 1] >> 3 & 7) != 4 || in->rex & REX_X;
  return has_index || (n > at - 32 && n < at + 8);
}

/**
 * Takes down a frame that it has not built: a piece of its caller's code, jumped to and without a return address of its
 * own (BaselineLeaveFrame).
 */
static int leaves_callers_frame(const struct instruction *in) {
  int is_move = in->map == ONE_BYTE && !in->is_vex && is_register_form(in) &&
                ((in->opcode == 0x8B && reg_of(in) == RSP_NUMBER && rm_of(in) == RBP_NUMBER) ||
                 (in->opcode == 0x89 && rm_of(in) == RSP_NUMBER && reg_of(in) == RBP_NUMBER));
  int is_leave = in->map == ONE_BYTE && in->opcode == 0xC9;
  return is_move || is_leave;
}

/** By how many bytes an instruction lowers rsp in frameless code; false: not known. */
static int find_stack_growth(const u8 *code, const struct instruction *in, s64 *growth) {
  u8 op = in->opcode, extension = in->modrm >> 3 & 7;
  int is_one_byte = in->map == ONE_BYTE && !in->is_vex;
  *growth = 0;
  if (is_one_byte && ((op >= 0x50 && op <= 0x57) || op == 0x68 || op == 0x6A || (op == 0xFF && extension == 6))) {
    *growth = 8;
    return 1;
  }
  if (is_one_byte && ((op >= 0x58 && op <= 0x5F) || op == 0x8F)) {
    *growth = -8;
    return !is_pop_of(in, RSP_NUMBER);
  }
  if (is_one_byte && (op == 0x9C || op == 0x9D || op == 0xC8)) return 0; /* pushf, popf, enter */
  if (is_one_byte && (op == 0x81 || op == 0x83) && is_register_form(in) && rm_of(in) == RSP_NUMBER) {
    if (extension == 7) return 1; /* cmp */
    *growth = extension == 5 ? read_immediate(code, in) : -read_immediate(code, in);
    return (extension == 0 || extension == 5) && in->rex & REX_W; /* add, sub */
  }
  if (is_one_byte && op == 0x8D && reg_of(in) == RSP_NUMBER) {
    s64 n;
    if (!finds_stack_operand(code, in, &n) || code[in->displacement_at - 1] != 0x24) return 0; /* an index */
    *growth = -n;
    return 1;
  }
  return !may_write(in, RSP_NUMBER);
}

/** What holds after an instruction before which `state` holds. */
static frame_state step_over(const u8 *code, const struct instruction *in, frame_state state, int follows_push_rbp) {
  if (state == DISPLACED) return DISPLACED;
  if (state == CONTRADICTORY) {
    if (leaves_callers_frame(in)) current.is_beyond_us = 1;
    return is_frame_set_up(in) && follows_push_rbp ? FRAMED_STATE : CONTRADICTORY;
  }
  if (state == FRAMED_STATE) {
    /* leave, or pop rbp: the frame is gone and the return address on top, however the builtin came there. */
    if ((in->map == ONE_BYTE && in->opcode == 0xC9) || is_pop_of(in, RBP_NUMBER)) return FRAMELESS;
    return may_write(in, RBP_NUMBER) ? CONTRADICTORY : FRAMED_STATE;
  }
  if (is_frame_set_up(in)) return follows_push_rbp && state == FRAMELESS + 1 ? FRAMED_STATE : CONTRADICTORY;
  if (leaves_callers_frame(in) || (state == FRAMELESS && is_pop_of(in, RBP_NUMBER))) {
    current.is_beyond_us = 1;
    return CONTRADICTORY;
  }
  if (state == FRAMELESS && is_pop(in)) return DISPLACED;
  if (copies_return_address(code, in, state)) return FRAMELESS;
  if (may_overwrite_return_address(code, in, state)) return CONTRADICTORY;
  if (is_pop_of(in, RBP_NUMBER) || may_write(in, RBP_NUMBER)) return CONTRADICTORY;
  s64 growth;
  if (!find_stack_growth(code, in, &growth) || growth % 8) return CONTRADICTORY;
  s64 next = state + growth / 8;
  return next < FRAMELESS || next > DEEPEST_FRAMELESS ? CONTRADICTORY : (frame_state)next;
}

enum flow { GOES_ON, BRANCHES, JUMPS, ENDS };

/** Where control goes after an instruction at `offset`. `target` is an offset for BRANCHES and JUMPS. */
static enum flow find_flow(const u8 *code, const struct instruction *in, u64 offset, u64 *target) {
  u8 op = in->opcode, extension = in->modrm >> 3 & 7;
  u64 next = offset + in->length;
  if (in->map == TWO_BYTE && !in->is_vex) {
    if (op == 0x0B) return ENDS; /* ud2 */
    if ((op & 0xF0) != 0x80) return GOES_ON;
    *target = next + read_s32(code + in->immediate_at);
    return BRANCHES;
  }
  if (in->map != ONE_BYTE || in->is_vex) return GOES_ON;
  if ((op & 0xF0) == 0x70 || (op & 0xFC) == 0xE0 || op == 0xEB || op == 0xE9) {
    *target = next + read_immediate(code, in);
    return op == 0xEB || op == 0xE9 ? JUMPS : BRANCHES;
  }
  if (op == 0xC2 || op == 0xC3 || op == 0xCC || op == 0xF4) return ENDS; /* ret, int3, hlt */
  /* A jump through a register or memory: a tail call, or a table whose targets stay unknown. */
  return op == 0xFF && (extension == 4 || extension == 5) ? ENDS : GOES_ON;
}

/** Follows one way from `offset` on, until it ends or meets what is known already. */
static void walk_from(u64 offset) {
  frame_state state = states[offset];
  int follows_push_rbp = 0;
  while (1) {
    const u8 *code = (const u8 *)builtins_code.start + offset;
    struct instruction in;
    if (!read_instruction(code, current.end - offset, &in)) return;
    state = step_over(code, &in, state, follows_push_rbp);
    follows_push_rbp = in.length == 1 && *code == 0x55;
    u64 target = 0;
    enum flow flow = find_flow(code, &in, offset, &target);
    /* A jump out of the builtin is a tail call. So is one to its own start, where the return address is on top of the
       stack by convention, whatever was not understood on the way (KeyedLoadIC_Megamorphic of V8 14.6). */
    int is_own_tail_call = target == current.start && !is_frameless(state) && state != FRAMED_STATE;
    if ((flow == BRANCHES || flow == JUMPS) && !is_own_tail_call) reach(target, state);
    offset += in.length;
    if (flow == ENDS || flow == JUMPS || offset >= current.end) return;
    state = merge(states[offset], state);
    if (state == states[offset]) return;
    states[offset] = state;
  }
}

static void decode_current(void) {
  pending_count = 0;
  current.is_beyond_us = 0;
  reach(current.start, FRAMELESS);
  while (pending_count) walk_from(pending[--pending_count]);
  if (!current.is_beyond_us) return;
  for (u64 k = current.start; k < current.end; k++) states[k] = UNKNOWN_STATE;
}

static void decode_builtin_at(u64 offset) {
  u64 line = offset >> LINE_SHIFT, last = builtins_code.size >> LINE_SHIFT;
  u64 first = line, end = line + 1;
  while (first && !(lines[first] & BEGINS_BUILTIN)) first--;
  while (end < last && !(lines[end] & BEGINS_BUILTIN)) end++;
  current.start = first << LINE_SHIFT;
  current.end = end << LINE_SHIFT;
  if ((lines[first] & BEGINS_BUILTIN) && current.end - current.start <= MAX_BUILTIN_SIZE) decode_current();
  /* Only now may others read the states: the flag is the last that is written. */
  for (; first < end; first++) __atomic_fetch_or(&lines[first], IS_DECODED, __ATOMIC_RELEASE);
  count(DECODED_BUILTINS);
}

int find_frame_state(u64 offset, frame_state *out) {
  u8 *line = &lines[offset >> LINE_SHIFT];
  if (!(__atomic_load_n(line, __ATOMIC_ACQUIRE) & IS_DECODED)) {
    if (!try_lock(&decoding)) return 0;
    if (!(__atomic_load_n(line, __ATOMIC_ACQUIRE) & IS_DECODED)) decode_builtin_at(offset);
    unlock(&decoding);
  }
  *out = states[offset];
  return 1;
}
