/* `without-open <program> <arguments>`: runs it where the system call `open`, unused by libc, ends the process. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **arguments) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 2;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 2;
  execv(arguments[1], arguments + 1);
  return 3;
}
