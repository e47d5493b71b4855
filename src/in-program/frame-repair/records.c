/*
 * V8's samples do not say whether the thread was running. The signal of a sample does: it interrupts a wait, and what that leaves in
 * the registers tells it apart from everything else. So each signal leaves a record, with the thread's clocks.
 *
 * The file is sparse and mapped as a whole before the first signal, so the handler neither opens nor maps anything. Only pages with
 * records take room: on disk, and the last few of them in memory.
 */
#include "records.h"
#include "text.h"

enum { DONT_NEED = 4, EINTR = 4 };
/* linux/resource.h: of the calling thread; struct rusage has 18 words, of which one counts how often it gave up its CPU by itself. */
enum { RUSAGE_THREAD = 1, USAGE_WORDS = 18, VOLUNTARY_SWITCHES_AT = 16 };
enum { THREADS = 256, LONGEST_NUMBER = 24 };

/** Bytes: the file, which has room for two million records; what stays in memory behind the last record. */
enum { PAGE = 4096, FILE_SIZE = 1 << 26, WINDOW_SIZE = 1 << 16 };

/** How a signal finds its thread. The order is that of `recordedStates` in recording/sample-records.ts. */
enum state {
  RUNNING,
  WAITING,  /* in a system call, which the signal interrupts */
  RETURNING /* as a system call returns; the thread may have waited in it, or only computed */
};

/** RECORD_SIZE in readers/time/records-file.ts. */
struct record {
  u64 time;  /* written last: zero where there is no record yet */
  u64 cpu;
  u64 found; /* an `enum state`, and above its two bits the count of voluntary switches */
  u64 pc; /* nobody reads it */
};

_Static_assert(PAGE % sizeof(struct record) == 0, "a record crosses no page");

/** Each entry is used by its thread alone; others only see that it is not free. */
static struct thread {
  u64 number;
  u8 *memory;
  u64 written; /* bytes */
} threads[THREADS];
/** Of an entry that is taken, and not a thread's. */
#define NOBODY_YET (~(u64)0)

/** The entry of a thread, which is the current one; null where it has none. */
static struct thread *find_thread(u64 number) {
  for (u32 k = 0; k < THREADS; k++)
    if (__atomic_load_n(&threads[k].number, __ATOMIC_RELAXED) == number) return &threads[k];
  return 0;
}

/* ---- A record ---------------------------------------------------------------------------------------------------- */

/*
 * A wait that a signal interrupts either fails with EINTR, with the pc behind the instruction that called the system, or will begin
 * again: then the pc stands at it.
 */
#ifdef __x86_64__
enum { SYSCALL_SIZE = 2 };

static u64 pc_of(const u64 *context) { return context[RIP_AT]; }

/** The kernel leaves the address behind the instruction in rcx. Whatever else was interrupted has another rcx, or another result. */
static enum state state_of(const u64 *context) {
  u64 pc = context[RIP_AT], rcx = context[RCX_AT];
  if (rcx == pc + SYSCALL_SIZE) return WAITING;
  if (rcx != pc) return RUNNING;
  return (s64)context[RAX_AT] == -EINTR ? WAITING : RETURNING;
}
#else
enum { SVC_0 = 0xd4000001 };

static u64 pc_of(const u64 *context) { return context[PC_AT]; }

/**
 * No register tells the instruction, so it is read: at the pc, which runs, or before it on the same page. A thread that has not
 * yet made its call counts as waiting in it, and one that has gone on for no instruction as returning.
 */
static enum state state_of(const u64 *context) {
  u64 pc = context[PC_AT];
  const u32 *code = (const u32 *)pc;
  if (code[0] == SVC_0) return WAITING;
  if (pc % PAGE == 0 || code[-1] != SVC_0) return RUNNING;
  return (s64)context[X0_AT] == -EINTR ? WAITING : RETURNING;
}
#endif

static u64 count_switches(void) {
  u64 usage[USAGE_WORDS] = {0};
  system_call(SYS_GETRUSAGE, RUSAGE_THREAD, (s64)usage, 0, 0, 0, 0);
  return usage[VOLUNTARY_SWITCHES_AT];
}

/**
 * Lets the kernel write into the next page first. On a full disk that fails with an error, while our own write would end the program
 * by a signal. It is not written where a reader looks for the time.
 */
static int begin_page(const struct thread *thread) {
  struct record *record = (struct record *)(thread->memory + thread->written);
  u64 is_next_window = thread->written && thread->written % WINDOW_SIZE == 0;
  if (is_next_window) system_call(SYS_MADVISE, (s64)record - WINDOW_SIZE, WINDOW_SIZE, DONT_NEED, 0, 0, 0);
  return !is_error(system_call(SYS_CLOCK_GETTIME, CLOCK_MONOTONIC, (s64)&record->found, 0, 0, 0, 0));
}

void add_record(const u64 *context) {
  u64 time = now_by(CLOCK_MONOTONIC), cpu = now_by(CLOCK_THREAD_CPUTIME);
  struct thread *thread = find_thread(current_thread());
  if (!thread || !thread->memory || thread->written == FILE_SIZE) return;
  if (thread->written % PAGE == 0 && !begin_page(thread)) {
    thread->written = FILE_SIZE; /* no more */
    return;
  }
  struct record *record = (struct record *)(thread->memory + thread->written);
  record->cpu = cpu;
  record->found = state_of(context) | count_switches() << 2;
  record->pc = pc_of(context);
  __atomic_store_n(&record->time, time, __ATOMIC_RELEASE);
  thread->written += sizeof *record;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/** Null also where a process may write no file of that size (`ulimit -f`; Node ignores the signal for it). */
static u8 *map_sparse(s64 file) {
  if (is_error(system_call(SYS_FTRUNCATE, file, FILE_SIZE, 0, 0, 0, 0))) return 0;
  s64 address = system_call(SYS_MMAP, 0, FILE_SIZE, PROT_READ_WRITE, MAP_SHARED, file, 0);
  return is_error(address) ? 0 : (u8 *)address;
}

/** Maps a new file of that path, which must not exist, with the thread's number at its end; null where that cannot be. */
static u8 *map_file(const char *path, u64 number) {
  char name[LONGEST_PATH];
  u64 length = 0;
  while (path[length]) length++;
  if (length >= LONGEST_PATH - LONGEST_NUMBER) return 0;
  *put_number(put_text((u8 *)name, path), number, 10) = 0;
  s64 flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  s64 file = system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64)name, flags, OWNER_ONLY, 0, 0);
  if (is_error(file)) return 0;
  u8 *memory = map_sparse(file);
  system_call(SYS_CLOSE, file, 0, 0, 0, 0, 0);
  if (!memory) system_call(SYS_UNLINKAT, AT_WORKING_DIRECTORY, (s64)name, 0, 0, 0, 0);
  return memory;
}

/** An entry that no signal looks at yet; null where there is none. */
static struct thread *take_entry(void) {
  for (u32 k = 0; k < THREADS; k++) {
    u64 nobody = 0;
    if (__atomic_compare_exchange_n(&threads[k].number, &nobody, NOBODY_YET, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return &threads[k];
  }
  return 0;
}

/** Gives a thread's entry other memory, for the thread of that number; no signal of the thread looks at it meanwhile. */
static void fill_entry(struct thread *thread, u8 *memory, u64 number) {
  __atomic_store_n(&thread->number, NOBODY_YET, __ATOMIC_RELEASE);
  /* The compiler keeps what comes before it before what comes behind it, for a signal of this thread. */
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (thread->memory) unmap_memory(thread->memory, FILE_SIZE);
  thread->memory = memory;
  thread->written = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&thread->number, number, __ATOMIC_RELEASE);
}

void *begin_records(const char *path) {
  u64 number = current_thread();
  struct thread *known = find_thread(number), *thread = known ? known : take_entry();
  if (!thread) return 0;
  u8 *memory = map_file(path, number);
  /* A thread that was given to its owner stays its own, with or without a file. */
  fill_entry(thread, memory, memory || known ? number : 0);
  return memory && !known ? thread : 0;
}

void end_records(void *thread) { fill_entry(thread, 0, 0); }
