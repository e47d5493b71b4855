/* Lengths and operands of x86-64 instructions, as far as V8's builtins use them. */
#pragma once
#include "base.h"

enum opcode_map { ONE_BYTE = 1, TWO_BYTE = 2, THREE_BYTE_38 = 3, THREE_BYTE_3A = 4 };

struct instruction {
  u8 length;
  u8 map; /* enum opcode_map */
  u8 is_vex;
  u8 opcode;
  u8 rex; /* the low four bits of a REX prefix: W R X B; of a VEX prefix likewise */
  u8 has_modrm;
  u8 modrm;
  u8 displacement_at; /* where the displacement begins, from the instruction's start; where there is none, its end */
  u8 immediate_at;
};

enum { REX_B = 1, REX_X = 2, REX_R = 4, REX_W = 8 };
enum { RSP_NUMBER = 4, RBP_NUMBER = 5 };

/** The register that ModRM's middle field names (0 to 15), or an extension of the opcode where it is one. */
static inline u32 reg_of(const struct instruction *in) { return (in->modrm >> 3 & 7) | (in->rex & REX_R ? 8 : 0); }
/** The register that ModRM's low field names, if `is_register_form`. */
static inline u32 rm_of(const struct instruction *in) { return (in->modrm & 7) | (in->rex & REX_B ? 8 : 0); }
static inline int is_register_form(const struct instruction *in) { return in->modrm >> 6 == 3; }

/**
 * Reads the instruction at `code`, of which `available` bytes may be looked at. False: not one that is known here (or
 * cut off), so nothing can be said about what follows either.
 */
int read_instruction(const u8 *code, u64 available, struct instruction *out);

/** A little-endian signed number of 4 bytes, wherever it stands. */
static inline s64 read_s32(const u8 *at) {
  return (s32)((u32)at[0] | (u32)at[1] << 8 | (u32)at[2] << 16 | (u32)at[3] << 24);
}
