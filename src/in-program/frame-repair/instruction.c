#include "instruction.h"

/*
 * The shape of each opcode, 64-bit mode (Intel's manual, volume 2, appendix A):
 *   .  nothing follows          m  ModRM                  x  not known here: a prefix, invalid, or never emitted
 *   1  a byte                   b  ModRM and a byte       2  two bytes       3  three bytes      8  eight bytes
 *   4  4 bytes, 2 with 66       z  ModRM and 4 (2)        r  4 bytes whatever the prefix (a jump)
 *   q  as 4, but 8 with REX.W   g  ModRM, and a byte if ModRM's /n is 0 or 1 (test)   G  likewise with 4 (2)
 */
static const char one_byte_shapes[] =
    "mmmm14xxmmmm14xx"  /* 00 */
    "mmmm14xxmmmm14xx"  /* 10 */
    "mmmm14xxmmmm14xx"  /* 20 */
    "mmmm14xxmmmm14xx"  /* 30 */
    "xxxxxxxxxxxxxxxx"  /* 40: REX */
    "................"  /* 50: push, pop */
    "xxxmxxxx4z1b...."  /* 60 */
    "1111111111111111"  /* 70: jcc */
    "bzxbmmmmmmmmmmmm"  /* 80 */
    "..........x....."  /* 90 */
    "8888....14......"  /* A0 */
    "11111111qqqqqqqq"  /* B0 */
    "bb2.xxbz3.2..1x."  /* C0 */
    "mmmmxxx.mmmmmmmm"  /* D0 */
    "11111111rrx1...."  /* E0 */
    "x.xx..gG......mm"; /* F0 */

static const char two_byte_shapes[] =
    "mmmmx.....x.xm.x"  /* 00 */
    "mmmmmmmmmmmmmmmm"  /* 10 */
    "mmmmxxxxmmmmmmmm"  /* 20 */
    "......x.xxxxxxxx"  /* 30 */
    "mmmmmmmmmmmmmmmm"  /* 40: cmovcc */
    "mmmmmmmmmmmmmmmm"  /* 50 */
    "mmmmmmmmmmmmmmmm"  /* 60 */
    "bbbbmmm.mmmmmmmm"  /* 70 */
    "rrrrrrrrrrrrrrrr"  /* 80: jcc */
    "mmmmmmmmmmmmmmmm"  /* 90: setcc */
    "...mbmxx...mbmmm"  /* A0 */
    "mmmmmmmmmmbmmmmm"  /* B0 */
    "mmbmbbbm........"  /* C0 */
    "mmmmmmmmmmmmmmmm"  /* D0 */
    "mmmmmmmmmmmmmmmm"  /* E0 */
    "mmmmmmmmmmmmmmmm"; /* F0 */

static int is_prefix(u8 byte) {
  switch (byte) {
    case 0x66: /* operand size */
    case 0x67: /* address size */
    case 0xF2: /* repne, or part of the opcode */
    case 0xF3: /* rep, or part of the opcode */
    case 0xF0: /* lock */
    case 0x26: case 0x2E: case 0x36: case 0x3E: case 0x64: case 0x65: /* segments */
      return 1;
  }
  return 0;
}

/** Reads what stands before the opcode's last byte. Gives where that is, or 0. */
static u32 read_opcode_map(const u8 *code, u32 at, struct instruction *out) {
  if ((code[at] & 0xF0) == 0x40) out->rex = code[at++] & 15;
  out->map = ONE_BYTE;
  if (code[at] == 0xC5 || code[at] == 0xC4) {
    /* VEX of two or three bytes; R, X and B stand there inverted. */
    int is_short = code[at] == 0xC5;
    u8 first = code[at + 1];
    out->is_vex = 1;
    out->rex = ~first >> 5 & (is_short ? REX_R : REX_R | REX_X | REX_B);
    out->map = is_short ? TWO_BYTE : (first & 31) + 1;
    if (!is_short && code[at + 2] & 0x80) out->rex |= REX_W;
    return out->map < TWO_BYTE || out->map > THREE_BYTE_3A ? 0 : at + (is_short ? 2 : 3);
  }
  if (code[at] != 0x0F) return at;
  at++;
  out->map = TWO_BYTE;
  if (code[at] == 0x38) out->map = THREE_BYTE_38;
  else if (code[at] == 0x3A) out->map = THREE_BYTE_3A;
  else return at;
  return at + 1;
}

static char shape_of(const struct instruction *in) {
  switch (in->map) {
    case ONE_BYTE: return one_byte_shapes[in->opcode];
    case TWO_BYTE: return two_byte_shapes[in->opcode];
    case THREE_BYTE_38: return 'm';
    default: return 'b';
  }
}

/** Bytes of SIB and displacement behind ModRM. */
static u32 address_length(u8 modrm, u8 sib, u32 *displacement) {
  u32 mod = modrm >> 6, has_sib = mod != 3 && (modrm & 7) == 4;
  *displacement = 0;
  if (mod == 1) *displacement = 1;
  else if (mod == 2 || (mod == 0 && ((modrm & 7) == 5 || (has_sib && (sib & 7) == 5)))) *displacement = 4;
  return has_sib + *displacement;
}

static u32 immediate_length(char shape, u32 is_16_bit, u32 is_64_bit, u8 modrm) {
  u32 word = is_16_bit && !is_64_bit ? 2 : 4, is_test = (modrm >> 3 & 7) < 2;
  switch (shape) {
    case '1': case 'b': return 1;
    case '2': return 2;
    case '3': return 3;
    case '4': case 'z': return word;
    case '8': return 8;
    case 'r': return 4;
    case 'q': return is_64_bit ? 8 : word;
    case 'g': return is_test ? 1 : 0;
    case 'G': return is_test ? word : 0;
    default: return 0;
  }
}

int read_instruction(const u8 *code, u64 available, struct instruction *out) {
  /* The longest instruction has 15 bytes: with 24 at hand nothing below can look too far. */
  u8 window[24];
  for (u32 k = 0; k < sizeof window; k++) window[k] = k < available ? code[k] : 0;
  *out = (struct instruction){0};
  u32 at = 0, is_16_bit = 0;
  for (; is_prefix(window[at]); at++) {
    if (at >= 4) return 0;
    if (window[at] == 0x66) is_16_bit = 1;
  }
  at = read_opcode_map(window, at, out);
  if (at == 0 && out->is_vex) return 0;
  out->opcode = window[at++];
  char shape = shape_of(out);
  if (shape == 'x') return 0;
  out->has_modrm = shape == 'm' || shape == 'b' || shape == 'z' || shape == 'g' || shape == 'G';
  u32 displacement = 0;
  if (out->has_modrm) {
    out->modrm = window[at++];
    at += address_length(out->modrm, window[at], &displacement);
  }
  out->displacement_at = at - displacement;
  out->immediate_at = at;
  at += immediate_length(shape, is_16_bit, out->rex & REX_W, out->modrm);
  out->length = at;
  return at <= 15 && at <= available;
}
