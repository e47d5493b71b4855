/*
 * V8's flags. Node has a call for setting them, in a module that costs every program milliseconds. V8 takes no code from a
 * cache that was made under other flags, Node's own modules included, although none of those that are set here changes
 * bytecode, which is all that caches hold. It compares one number, a hash of all flags that are not as they usually are. It
 * keeps that number in a word, which is 0 from the moment that a flag was changed until the number is needed again. So V8 is
 * asked for it while the flags are as usual, and gets that answer back when they are ours.
 */
#include "flags.h"
#include "instruction.h"

/* v8::V8::SetFlagsFromString(const char *), include/v8-initialization.h; what `v8.setFlagsFromString` calls, too. */
extern void set_flags_from_string(const char *flags) __asm__("_ZN2v82V818SetFlagsFromStringEPKc") __attribute__((weak));
/* v8::ScriptCompiler::CachedDataVersionTag(), include/v8-script.h: made of V8's version and the hash. */
extern u32 version_tag(void) __asm__("_ZN2v814ScriptCompiler20CachedDataVersionTagEv") __attribute__((weak));

/** Bytes: how much of the function above is read, how much of what it calls, and the longest instruction. */
enum { CALLER_SIZE = 512, CALLEE_SIZE = 16, LONGEST_INSTRUCTION = 15 };
enum { MOV_FROM_MEMORY = 0x8b, MODRM_RIP_RELATIVE = 5, CALL = 0xe8, RETURN = 0xc3 };

/** Words that may be the one: each is read by the function, or by one that it calls, at an address in the instruction. */
enum { MOST_WORDS = 16 };
struct words {
  u32 *at[MOST_WORDS];
  u32 count;
};

static void find_words(const u8 *code, u64 size, int follows_calls, struct words *words) {
  struct instruction in;
  for (u64 at = 0; at < size; at += in.length) {
    if (!read_instruction(code + at, LONGEST_INSTRUCTION, &in)) return;
    if (in.map != ONE_BYTE || in.is_vex) continue;
    const u8 *next = code + at + in.length;
    int is_rip_relative = in.has_modrm && (in.modrm & 0xc7) == MODRM_RIP_RELATIVE;
    if (in.opcode == RETURN) return;
    if (in.opcode == CALL && follows_calls) find_words(next + read_s32(code + at + in.immediate_at), CALLEE_SIZE, 0, words);
    if (in.opcode == MOV_FROM_MEMORY && is_rip_relative && !(in.rex & REX_W) && words->count < MOST_WORDS)
      words->at[words->count++] = (u32 *)(next + read_s32(code + at + in.displacement_at));
  }
}

/** Keeps those that are 0, or those that are not. */
static void keep(struct words *words, int are_zero) {
  u32 kept = 0;
  for (u32 k = 0; k < words->count; k++)
    if ((__atomic_load_n(words->at[k], __ATOMIC_RELAXED) == 0) == are_zero) words->at[kept++] = words->at[k];
  words->count = kept;
}

enum flags_set set_flags(const char *ours, const char *usual) {
  if (!set_flags_from_string) return FLAGS_NOT_SET;
  struct words words = {.count = 0};
  u32 usual_tag = 0, hash = 0;
  if (version_tag && version_tag()) find_words((const u8 *)version_tag, CALLER_SIZE, 1, &words);
  keep(&words, 0);
  if (words.count > 0) {
    // One of the two is what they were.
    set_flags_from_string(usual);
    set_flags_from_string(ours);
    keep(&words, 1);
    set_flags_from_string(usual);
    usual_tag = version_tag();
    keep(&words, 0);
    if (words.count > 0) hash = *words.at[0];
  }
  set_flags_from_string(ours);
  keep(&words, 1);
  if (words.count != 1) return FLAGS_SET;
  __atomic_store_n(words.at[0], hash, __ATOMIC_RELAXED);
  if (version_tag() == usual_tag) return FLAGS_SET_UNNOTICED;
  __atomic_store_n(words.at[0], 0, __ATOMIC_RELAXED);
  return FLAGS_SET;
}

void change_flags(const char *flags) {
  if (set_flags_from_string) set_flags_from_string(flags);
}
