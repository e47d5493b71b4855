#include "text.h"

enum { MOST_DIGITS = 64 };

u8 *put_text(u8 *to, const char *text) {
  while (*text) *to++ = (u8)*text++;
  return to;
}

u8 *put_number(u8 *to, u64 number, u32 base) {
  u8 digits[MOST_DIGITS];
  u32 count = 0;
  do digits[count++] = (u8) "0123456789abcdef"[number % base];
  while (number /= base);
  while (count) *to++ = digits[--count];
  return to;
}
