/* Linux on 64-bit ARM: how it is called, and what it calls by other numbers than elsewhere. */
#pragma once

enum { SYS_DUP3 = 24, SYS_FCNTL = 25, SYS_UNLINKAT = 35, SYS_FTRUNCATE = 46, SYS_OPENAT = 56, SYS_CLOSE = 57 };
enum { SYS_CLOCK_GETTIME = 113, SYS_GETRUSAGE = 165, SYS_GETTID = 178, SYS_GETSOCKNAME = 204 };
enum { SYS_SETSOCKOPT = 208, SYS_GETSOCKOPT = 209, SYS_MUNMAP = 215, SYS_MMAP = 222, SYS_MADVISE = 233 };
enum { SYS_SCHED_SETATTR = 274, SYS_SCHED_GETATTR = 275 };
enum { O_NOFOLLOW = 0100000 };

static inline s64 system_call(s64 number, s64 a, s64 b, s64 c, s64 d, s64 e, s64 f) {
  register s64 x8 __asm__("x8") = number;
  register s64 x0 __asm__("x0") = a;
  register s64 x1 __asm__("x1") = b;
  register s64 x2 __asm__("x2") = c;
  register s64 x3 __asm__("x3") = d;
  register s64 x4 __asm__("x4") = e;
  register s64 x5 __asm__("x5") = f;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}

/** Registers in ucontext_t as the kernel has it on the stack (arch/arm64/include/uapi/asm/ucontext.h), in words. */
enum { X0_AT = 23, PC_AT = 55 };
