/* Text without libc. Each function gives where the text goes on; there has to be room for it. */
#pragma once
#include "base.h"

u8 *put_text(u8 *to, const char *text);

/** In lower case, without a prefix. */
u8 *put_number(u8 *to, u64 number, u32 base);
