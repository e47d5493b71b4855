/* Standard error that points at nothing for a while. Node has no call for duplicating a descriptor. */
#include "descriptors.h"

enum { F_DUPFD_CLOEXEC = 1030, FIRST_SPARE = 3, STANDARD_ERROR = 2, O_WRONLY = 1 };

int mute_errors(void) {
  s64 spare = system_call(SYS_FCNTL, STANDARD_ERROR, F_DUPFD_CLOEXEC, FIRST_SPARE, 0, 0, 0);
  if (is_error(spare)) return -1;
  s64 nothing = system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64) "/dev/null", O_WRONLY | O_CLOEXEC, 0, 0, 0);
  if (is_error(nothing) || is_error(system_call(SYS_DUP3, nothing, STANDARD_ERROR, 0, 0, 0, 0))) {
    system_call(SYS_CLOSE, spare, 0, 0, 0, 0, 0);
    spare = -1;
  }
  if (!is_error(nothing)) system_call(SYS_CLOSE, nothing, 0, 0, 0, 0, 0);
  return (int)spare;
}

void restore_errors(int spare) {
  system_call(SYS_DUP3, spare, STANDARD_ERROR, 0, 0, 0, 0);
  system_call(SYS_CLOSE, spare, 0, 0, 0, 0, 0);
}
