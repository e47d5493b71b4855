/* One of V8's flags. Node has a call for setting them, in a module that costs every program milliseconds. */
#include "loops.h"

/* v8::V8::SetFlagsFromString(const char *), include/v8-initialization.h; what `v8.setFlagsFromString` calls, too. */
extern void set_flags_from_string(const char *flags) __asm__("_ZN2v82V818SetFlagsFromStringEPKc") __attribute__((weak));

int end_loop_peeling(void) {
  if (!set_flags_from_string) return 0;
  set_flags_from_string("--no-maglev-loop-peeling");
  return 1;
}
