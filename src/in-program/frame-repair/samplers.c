/*
 * A sampling thread sleeps until its next sample is due. When it wakes up on the CPU on which the sampled thread has begun to run
 * a moment ago, Linux lets that one go on for the rest of its time slice, some milliseconds (EEVDF, from 6.6 on). So what runs
 * behind a wait was hardly ever sampled: of a program that computed for 3 ms and waited for 2 in turns, two fifths of the
 * samples that were due were missing, all of them of the computing. A thread whose own slice is short goes first (from 6.12
 * on). It takes no more time on a CPU than before; older kernels pass over it.
 *
 * And Linux lets a sleep last up to 50 µs longer, so that it ends together with others on that CPU: with the waits of the sampled
 * thread, above all. Of a program that waited for 0.1 ms in turns with 0.2 ms of computing, samples found it just waking up three
 * times too often. How exact its sleeps are only a thread itself may say (or root), so each sampling thread gets one signal of its
 * own kind, and says it in the handler.
 */
#include "samplers.h"

enum { SYS_GETPID = 39, SYS_PRCTL = 157, SYS_TGKILL = 234, PR_SET_TIMERSLACK = 29, SIGPROF = 27 };
enum { SYS_GETDENTS = 217, SYS_SCHED_SETATTR = 314, SYS_SCHED_GETATTR = 315 };
enum { O_DIRECTORY = 0200000, ESRCH = 3, NORMAL = 0, BATCH = 3 };
/** Every so many signals it is looked whether the threads are the same: the inspector's is a new one after each part of a recording. */
enum { SIGNALS_BETWEEN = 64 };
/** Nanoseconds: the shortest slice that Linux gives, and the most exact sleep. */
enum { SHORT_SLICE = 100000, EXACT = 1 };
enum { SAMPLERS = 64, LONGEST_NAME = 16, LONGEST_NUMBER = 20, ENTRIES_SIZE = 4096 };

/** struct sched_attr (include/uapi/linux/sched/types.h), as far as its first version goes. */
struct attributes {
  u32 size, policy;
  u64 flags;
  s32 nice;
  u32 priority;
  u64 runtime, deadline, period;
};

/** struct linux_dirent64. */
struct entry {
  u64 inode, offset;
  u16 size;
  u8 kind;
  char name[];
} __attribute__((packed));

/** As V8 names them: of the inspector's sampler, and of the log's. */
static const char *const names[] = {"v8:ProfEvntProc", "SamplingThread"};

static u8 is_wanted;
static u32 signals;
/** Somebody came while others looked, and there may be a thread that these have not seen. */
static u8 must_look;

/** Others than the one who holds the lock only read it. */
static s64 samplers[SAMPLERS];

/** All that follows belongs to who holds the lock. */
static u8 looking;
static u32 sampler_count;
static u8 entries[ENTRIES_SIZE] __attribute__((aligned(8)));

static int is_sampler(const char *name, s64 length) {
  for (u32 k = 0; k < sizeof names / sizeof *names; k++) {
    s64 same = 0;
    while (same < length && names[k][same] && name[same] == names[k][same]) same++;
    /* A line end is behind it. */
    if (!names[k][same] && same + 1 == length) return 1;
  }
  return 0;
}

/** Opens a file of a thread of this process: `comm`. */
static int has_samplers_name(const char *thread) {
  char path[sizeof "/proc/self/task/" + LONGEST_NUMBER + sizeof "/comm"], name[LONGEST_NAME], *to = path;
  for (const char *from = "/proc/self/task/"; *from;) *to++ = *from++;
  for (u32 k = 0; k < LONGEST_NUMBER && thread[k]; k++) *to++ = thread[k];
  for (const char *from = "/comm"; *from;) *to++ = *from++;
  *to = 0;
  s64 file = system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64)path, O_CLOEXEC, 0, 0, 0);
  if (is_error(file)) return 0;
  s64 length = system_call(SYS_READ, file, (s64)name, sizeof name, 0, 0, 0);
  system_call(SYS_CLOSE, file, 0, 0, 0, 0, 0);
  return is_sampler(name, length);
}

/** False where there is no such thread any more, or it is not scheduled as usual. */
static int shorten_slice(s64 thread) {
  struct attributes attributes = {0};
  s64 result = system_call(SYS_SCHED_GETATTR, thread, (s64)&attributes, sizeof attributes, 0, 0, 0);
  if (is_error(result)) return result != -ESRCH;
  if (attributes.policy != NORMAL && attributes.policy != BATCH) return 0;
  attributes.size = sizeof attributes;
  if (attributes.runtime == SHORT_SLICE) return 1;
  attributes.runtime = SHORT_SLICE;
  return system_call(SYS_SCHED_SETATTR, thread, (s64)&attributes, 0, 0, 0, 0) != -ESRCH;
}

static s64 number_of(const char *digits) {
  s64 number = 0;
  for (; *digits >= '0' && *digits <= '9'; digits++) number = number * 10 + (*digits - '0');
  return number;
}

static void add_sampler(s64 thread) {
  __atomic_store_n(&samplers[sampler_count++], thread, __ATOMIC_RELEASE);
  s64 process = system_call(SYS_GETPID, 0, 0, 0, 0, 0, 0);
  system_call(SYS_TGKILL, process, thread, SIGPROF, 0, 0, 0);
}

int is_sampler_itself(u64 thread) {
  for (u32 k = 0; k < SAMPLERS && __atomic_load_n(&samplers[k], __ATOMIC_ACQUIRE); k++) {
    if (__atomic_load_n(&samplers[k], __ATOMIC_RELAXED) != (s64)thread) continue;
    system_call(SYS_PRCTL, PR_SET_TIMERSLACK, EXACT, 0, 0, 0, 0);
    return 1;
  }
  return 0;
}

static void find_samplers(void) {
  sampler_count = 0;
  s64 folder =
      system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64) "/proc/self/task", O_CLOEXEC | O_DIRECTORY, 0, 0, 0);
  if (is_error(folder)) return;
  s64 size;
  while ((size = system_call(SYS_GETDENTS, folder, (s64)entries, sizeof entries, 0, 0, 0)) > 0) {
    for (s64 at = 0; at < size;) {
      const struct entry *entry = (const struct entry *)(entries + at);
      at += entry->size;
      s64 thread = number_of(entry->name);
      if (thread && sampler_count < SAMPLERS && has_samplers_name(entry->name) && shorten_slice(thread))
        add_sampler(thread);
    }
  }
  system_call(SYS_CLOSE, folder, 0, 0, 0, 0, 0);
}

static int all_are_there(void) {
  for (u32 k = 0; k < sampler_count; k++)
    if (!shorten_slice(samplers[k])) return 0;
  return sampler_count > 0;
}

void hurry_samplers(void) { __atomic_store_n(&is_wanted, 1, __ATOMIC_RELAXED); }

void keep_hurrying(int is_new) {
  if (is_new) __atomic_store_n(&must_look, 1, __ATOMIC_RELAXED);
  u32 count = __atomic_fetch_add(&signals, 1, __ATOMIC_RELAXED);
  if ((!is_new && count % SIGNALS_BETWEEN) || !__atomic_load_n(&is_wanted, __ATOMIC_RELAXED) || !try_lock(&looking))
    return;
  int is_due = __atomic_exchange_n(&must_look, 0, __ATOMIC_RELAXED);
  if (is_due || !all_are_there()) find_samplers();
  unlock(&looking);
}
