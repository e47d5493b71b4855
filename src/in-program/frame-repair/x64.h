/* Linux on x86-64: how it is called, and what it calls by other numbers than elsewhere. */
#pragma once

enum { SYS_READ = 0, SYS_CLOSE = 3, SYS_MMAP = 9, SYS_MUNMAP = 11, SYS_PWRITE = 18, SYS_MADVISE = 28 };
enum { SYS_GETSOCKNAME = 51, SYS_SETSOCKOPT = 54, SYS_GETSOCKOPT = 55, SYS_FCNTL = 72, SYS_FTRUNCATE = 77 };
enum { SYS_GETRUSAGE = 98, SYS_GETTID = 186, SYS_CLOCK_GETTIME = 228, SYS_OPENAT = 257, SYS_UNLINKAT = 263 };
enum { SYS_DUP3 = 292, SYS_SCHED_SETATTR = 314, SYS_SCHED_GETATTR = 315 };
enum { O_NOFOLLOW = 0400000 };

static inline s64 system_call(s64 number, s64 a, s64 b, s64 c, s64 d, s64 e, s64 f) {
  s64 result;
  register s64 r10 __asm__("r10") = d;
  register s64 r8 __asm__("r8") = e;
  register s64 r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

/** Registers in ucontext_t as the kernel has it on the stack (arch/x86/include/uapi/asm/ucontext.h), in words. */
enum { RBP_AT = 15, RAX_AT = 18, RCX_AT = 19, RSP_AT = 20, RIP_AT = 21 };
