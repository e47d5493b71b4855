/* V8's flags, and the hash by which it knows code that was compiled under others. */
#pragma once
#include "base.h"

enum flags_set { FLAGS_NOT_SET = 0, FLAGS_SET = 1, FLAGS_SET_UNNOTICED = 2 };

/**
 * Sets flags as `ours` says, on a command line's words, while V8 goes on to take code from caches that were made under the
 * flags as `usual` says (unnoticed), where it lets itself be told so.
 */
enum flags_set set_flags(const char *ours, const char *usual);

/** Sets flags, where that can be. */
void change_flags(const char *flags);
