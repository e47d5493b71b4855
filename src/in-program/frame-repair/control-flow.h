/* Where the return address is, at each instruction of V8's embedded builtins: derived from their code, never guessed. */
#pragma once
#include "base.h"

/**
 * What holds before the instruction at an offset is executed:
 *   UNKNOWN        no way that could be followed leads here
 *   CONTRADICTORY  ways lead here of which different things hold, or one that could not be understood
 *   DISPLACED      the return address was taken off the stack on the way here, to make room or to change the caller's frame
 *   FRAMED         rbp is the builtin's own frame: [rbp] the caller's rbp, [rbp + 8] the return address
 *   FRAMELESS + d  rbp still is the caller's, and the return address lies at [rsp + 8 d]
 */
typedef u8 frame_state;
enum { UNKNOWN_STATE = 0, FRAMELESS = 1, DEEPEST_FRAMELESS = FRAMELESS + 200, FRAMED_STATE = 253, CONTRADICTORY = 254, DISPLACED = 255 };

static inline int is_frameless(frame_state state) { return state >= FRAMELESS && state <= DEEPEST_FRAMELESS; }
static inline u64 words_to_return_address(frame_state state) { return state - FRAMELESS; }

/**
 * Prepares for the builtins at `code`, of which nothing is read yet. `entries` are the addresses where builtins begin,
 * in a copy that begins at `entries_base`. False: no memory, or not what builtins look like.
 */
int prepare_builtins(struct range code, const u64 *entries, u64 entry_count, u64 entries_base);

/**
 * What holds at `offset` into the builtins. A builtin is decoded when first asked for: some microseconds, at most
 * MAX_BUILTIN_SIZE bytes of code, in our own memory, without waiting; so also a signal handler may ask.
 * False: another thread is decoding just now.
 */
int find_frame_state(u64 offset, frame_state *out);

/** The builtins' code as it stands in the binary's text. */
extern struct range builtins_code;
