/*
 * What every file here needs: integer types, the few system calls, and atomic counters.
 *
 * No libc, V8 or Node headers: one binary must load into every Node of the platform, whatever it was built against, so
 * only what the kernel and the C ABI have frozen is relied on, and it is written down here.
 */
#pragma once

typedef unsigned char u8;
typedef signed char s8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long u64;
typedef long s64;

/** Addresses from `start`, `size` bytes. Also v8::MemoryRange (include/v8-unwinder.h). */
struct range {
  u64 start;
  u64 size;
};

/** One subtraction is enough for both ends: what lies below wraps around. */
static inline int contains(struct range range, u64 address) { return address - range.start < range.size; }

#ifdef __x86_64__
#include "x64.h"
#else
#include "arm64.h"
#endif

enum { AT_WORKING_DIRECTORY = -100 };
/** Bytes of a path, with the zero at its end. */
enum { LONGEST_PATH = 4096 };
enum { PROT_READ_WRITE = 3, MAP_SHARED = 1, MAP_PRIVATE_ANONYMOUS = 0x22 };
enum { O_RDWR = 2, O_CREAT = 0100, O_EXCL = 0200, O_CLOEXEC = 02000000, OWNER_ONLY = 0600 };

/* linux/time.h */
enum { CLOCK_MONOTONIC = 1, CLOCK_THREAD_CPUTIME = 3, SECOND_NS = 1000000000 };

/** Nanoseconds. */
static inline u64 now_by(s64 clock) {
  struct time {
    s64 seconds, nanoseconds;
  } time = {0, 0};
  system_call(SYS_CLOCK_GETTIME, clock, (s64)&time, 0, 0, 0, 0);
  return (u64)time.seconds * SECOND_NS + (u64)time.nanoseconds;
}

static inline u64 current_thread(void) { return (u64)system_call(SYS_GETTID, 0, 0, 0, 0, 0, 0); }

/** System calls tell errors as -1 … -4095. */
static inline int is_error(s64 result) { return result < 0 && result >= -4095; }

/** Zeroed memory of our own, or null. Pages cost nothing until they are touched. */
static inline void *map_memory(u64 size) {
  s64 address = system_call(SYS_MMAP, 0, (s64)size, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
  return is_error(address) ? 0 : (void *)address;
}

static inline void unmap_memory(void *memory, u64 size) {
  system_call(SYS_MUNMAP, (s64)memory, (s64)size, 0, 0, 0, 0);
}

/** v8::Isolate::TryGetCurrent (include/v8-isolate.h): the isolate of this thread or null, from a thread-local variable. */
extern void *try_get_current_isolate(void) __asm__("_ZN2v87Isolate13TryGetCurrentEv") __attribute__((weak));

/** Only glibc has it. With musl nothing was proven that needs knowledge of V8. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));

/** v8::V8::SetFlagsFromString (include/v8-initialization.h), which `v8.setFlagsFromString` calls, too. */
extern void set_v8_flags(const char *flags) __asm__("_ZN2v82V818SetFlagsFromStringEPKc") __attribute__((weak));

/**
 * A lock that a signal handler may try: it never waits. Who does not get it leaves the sample as it is. A thread cannot
 * meet itself here: SIGPROF is blocked while its handler runs, and outside of it locks are held only before it stands.
 */
static inline int try_lock(u8 *lock) { return !__atomic_test_and_set(lock, __ATOMIC_ACQUIRE); }
static inline void unlock(u8 *lock) { __atomic_clear(lock, __ATOMIC_RELEASE); }

/** What became of the samples. The order is that of `counterNames` in frame-repair.ts. */
enum counter {
  /** Signals that came. */
  SAMPLES,
  /** V8 got a frame that was missing: a builtin's, below compiled code or below the interpreter. */
  MENDED_BUILTIN,
  /** V8 got a frame or a pc past the two instructions that build or tear down a frame, where it drops the sample. */
  MENDED_PROLOGUE,
  /** Left alone: the pc is not in V8's code (C++, the kernel), or in compiled code that has its frame. */
  OUTSIDE,
  /** Left alone: the builtin has its frame, and so has its caller. */
  FRAMED,
  /** Left alone: what the frame looks like at this instruction could not be derived. */
  UNKNOWN,
  /** Left alone: the return address leads to C++ or to a place that is not known, so no JavaScript frame is missing. */
  OTHER_CALLER,
  /** Left alone: registers do not point into the thread's stack, or the handler runs on another one. */
  OTHER_STACK,
  /** Left alone: another thread was just working on the tables. */
  BUSY,
  /** Left alone: no isolate on this thread, or its ranges were not learnt. */
  NO_ISOLATE,
  /* Work done, not samples. */
  DECODED_BUILTINS,
  COUNTERS
};
extern u64 counters[COUNTERS];
static inline void count(enum counter counter) { __atomic_fetch_add(&counters[counter], 1, __ATOMIC_RELAXED); }
