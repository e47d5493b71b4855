/*
 * V8's samples do not say whether the thread was running. Its CPU clock, read from outside, tells how long it was off a CPU in ten
 * milliseconds, and of what ran and what waited in these only the sum. But the signal of a sample interrupts a wait, and what
 * that leaves in the registers tells it apart from everything else.
 */
#include "waits.h"
#include "mapped-file.h"
#include "records.h"
#include "text.h"

enum { SYS_GETRUSAGE = 98 };
/* linux/resource.h: of the calling thread; struct rusage has 18 words, of which one counts how often it gave up its CPU by itself. */
enum { RUSAGE_THREAD = 1, USAGE_WORDS = 18, VOLUNTARY_SWITCHES_AT = 16 };
enum { THREADS = 256, LONGEST_NUMBER = 24 };
/** Of an entry that is taken, and not a thread's. */
#define NOBODY_YET (~(u64)0)

/** Nanoseconds on a CPU between two samples of one wait; 10 to 30 µs were measured. */
enum { LONGEST_WAKE_UP = 50000 };
/** Nanoseconds off a CPU: less may come of the clocks. */
enum { SHORTEST_SLEEP = 100000 };
/** Nanoseconds of which the waits for a turn are told together. */
enum { TURNS_TOLD_EVERY = 50000000 };

enum kind {
  WAITED,   /* samples in a row that found the thread waiting */
  RETURNED, /* one sample that came as a system call returned, in which the thread may have waited */
  TURNS     /* `waking`: how long it was off a CPU from the first to the last sample because it waited for its turn */
};

/** What is noted of a thread: WAIT_SIZE in recorder/waits.ts. */
struct wait {
  struct reading before; /* at the sample before the first one; zeros where there was none */
  struct reading first, last;
  struct reading after; /* at the sample behind the last one; zeros where there was none yet */
  u64 samples;          /* zero where nothing is noted yet */
  /** Between two of these, where no more than waking up for a sample ran: how often, and how much time on a CPU. */
  u64 wake_ups, waking;
  u64 kind;
};

/** Memory of the thread alone. */
struct notes {
  struct mapped_file file;
  struct records records;
  struct reading awake; /* at the last sample that did not find it waiting */
  u64 switches;         /* how often it had given up its CPU by itself, at the last sample */
  struct wait *wait;    /* in which it is; null where it is awake */
  int has_failed;       /* there is no room */
  /* Since when it has waited for turns of which nothing is noted yet, and for how long: zeros where it has not. */
  u64 turns_from, turns;
};
/** Each entry is used by its thread alone; others only see that it is not free. */
static struct {
  u64 thread;
  struct notes *notes;
} noted[THREADS];

/** The entry of a thread, which is the current one; `THREADS` where it has none. */
static u32 find_entry(u64 thread) {
  u32 k = 0;
  while (k < THREADS && __atomic_load_n(&noted[k].thread, __ATOMIC_RELAXED) != thread) k++;
  return k;
}

static u64 count_switches(void) {
  u64 usage[USAGE_WORDS] = {0};
  system_call(SYS_GETRUSAGE, RUSAGE_THREAD, (s64)usage, 0, 0, 0, 0);
  return usage[VOLUNTARY_SWITCHES_AT];
}

/** Room for a wait, which may never come: that the file is there says that waits are noted. */
static struct wait *next_wait(struct notes *notes) {
  struct wait *wait = notes->has_failed ? 0 : (struct wait *)make_room(&notes->file, sizeof *wait);
  notes->has_failed = !wait;
  return wait;
}

/**
 * A signal that comes when a wait has ended, but the thread does not run yet, is delivered as its system call returns. That takes
 * some ten microseconds, in which threads that work only for short between two waits are found often.
 */
static int has_just_ended(const struct wait *wait, struct reading now, u64 rcx, u64 pc) {
  return rcx == pc && now.cpu - wait->last.cpu < LONGEST_WAKE_UP;
}

/** Last, for who reads meanwhile. */
static void end_note(struct notes *notes, struct wait *wait) {
  __atomic_store_n(&wait->samples, 1, __ATOMIC_RELEASE);
  notes->file.written += sizeof *wait;
}

static struct wait *begin_wait(struct notes *notes, struct reading now) {
  struct wait *wait = next_wait(notes);
  if (!wait) return 0;
  wait->before = notes->awake;
  wait->first = wait->last = now;
  end_note(notes, wait);
  return wait;
}

/**
 * A disk is waited for until it has answered, signals or not: a signal that comes meanwhile is delivered as the call returns. So is
 * one that comes while the call computes. The thread has given up its CPU by itself since the sample before, and was off it for a
 * while; one that others keep from the CPU did not give it up. For how long it waited in this very call nobody knows.
 */
static int may_have_waited(const struct notes *notes, struct reading now, u64 rcx, u64 pc) {
  const struct reading *before = &notes->awake;
  return rcx == pc && before->time && time_off(*before, now) > SHORTEST_SLEEP;
}

static void note_return(struct notes *notes, struct reading now) {
  struct wait *wait = begin_wait(notes, now);
  if (!wait) return;
  wait->kind = RETURNED;
  wait->after = now;
}

static void go_on_waiting(struct wait *wait, struct reading now) {
  u64 ran = now.cpu - wait->last.cpu;
  if (ran < LONGEST_WAKE_UP) {
    wait->wake_ups++;
    wait->waking += ran;
  }
  wait->last = now;
  wait->samples++;
}

/** What a thread that computes waits for its turn is our doing, and no call of its program's. */
static void add_turn(struct notes *notes, struct reading now, u64 waited) {
  if (!waited) return;
  if (!notes->turns) notes->turns_from = now.time - waited;
  notes->turns += waited;
  if (notes->awake.time) notes->awake.time += waited;
}

/** Notes them from time to time, while no wait is at the end of the file that may go on. */
static void note_turns(struct notes *notes, struct reading now) {
  if (!notes->turns || now.time - notes->turns_from < TURNS_TOLD_EVERY) return;
  struct wait *turns = next_wait(notes);
  if (!turns) return;
  turns->first.time = notes->turns_from;
  turns->last.time = now.time;
  turns->waking = notes->turns;
  turns->kind = TURNS;
  end_note(notes, turns);
  notes->turns = 0;
}

int see_signal(u64 thread, u64 waited, u64 rax, u64 rcx, u64 pc) {
  u32 entry = find_entry(thread);
  if (entry == THREADS) return 0;
  struct notes *notes = noted[entry].notes;
  int is_first = !notes->file.window && !notes->has_failed;
  if (is_first && !next_wait(notes)) return 1;
  struct reading now = read_clocks();
  u64 switches = count_switches();
  int has_slept = switches != notes->switches;
  notes->switches = switches;
  enum state state = state_of(rax, rcx, pc);
  add_record(&notes->records, now, switches, state, pc);
  int is_waiting = state == WAITING;
  if (notes->wait && (is_waiting || has_just_ended(notes->wait, now, rcx, pc))) {
    go_on_waiting(notes->wait, now);
  } else if (is_waiting) {
    notes->wait = begin_wait(notes, now);
  } else {
    add_turn(notes, now, waited);
    if (notes->wait) notes->wait->after = (struct reading){now.time - waited, now.cpu};
    else if (has_slept && may_have_waited(notes, now, rcx, pc)) note_return(notes, now);
    notes->wait = 0;
    notes->awake = now;
    note_turns(notes, now);
  }
  return is_first;
}

/** The path with the thread's number behind it; 0 where that is too long. */
static int name_of_thread(char name[LONGEST_PATH], const char *path, u64 thread) {
  u64 length = 0;
  while (path[length]) length++;
  if (length >= LONGEST_PATH - LONGEST_NUMBER) return 0;
  *put_number(put_text((u8 *)name, path), thread, 10) = 0;
  return 1;
}

/** Without a name the file cannot be opened. */
static void name_notes(struct mapped_file *file, const char *path, u64 thread) {
  char name[LONGEST_PATH];
  if (name_of_thread(name, path, thread)) name_file(file, name);
}

/** The compiler keeps what comes before it before what comes behind it, for a signal of this thread. */
static inline void fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/** An entry that no sample looks at yet; `THREADS` where there is none. */
static u32 take_entry(void) {
  for (u32 entry = 0; entry < THREADS; entry++) {
    u64 nobody = 0;
    if (__atomic_compare_exchange_n(&noted[entry].thread, &nobody, NOBODY_YET, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      return entry;
  }
  return THREADS;
}

/** From here on no sample looks at an entry of this thread. */
static void leave_entry(u32 entry) {
  __atomic_store_n(&noted[entry].thread, NOBODY_YET, __ATOMIC_RELEASE);
  fence();
}

static void fill_entry(u32 entry, u64 thread) {
  fence();
  __atomic_store_n(&noted[entry].thread, thread, __ATOMIC_RELEASE);
}

void *note_waits(const char *path) {
  u64 thread = current_thread();
  u32 entry = find_entry(thread);
  int is_known = entry < THREADS;
  if (is_known) leave_entry(entry);
  else entry = take_entry();
  if (entry == THREADS) return 0;
  if (!is_known) noted[entry].notes = map_memory(sizeof(struct notes));
  struct notes *notes = noted[entry].notes;
  if (!notes) {
    fill_entry(entry, 0);
    return 0;
  }
  close_file(&notes->file);
  close_records(&notes->records);
  *notes = (struct notes){0};
  name_notes(&notes->file, path, thread);
  fill_entry(entry, thread);
  return is_known ? 0 : notes;
}

void note_records(const char *path) {
  u64 thread = current_thread();
  u32 entry = find_entry(thread);
  char name[LONGEST_PATH];
  struct records records;
  if (entry == THREADS || !name_of_thread(name, path, thread) || !open_records(&records, name)) return;
  leave_entry(entry);
  close_records(&noted[entry].notes->records);
  noted[entry].notes->records = records;
  fill_entry(entry, thread);
}

void forget_waits(void *thread) {
  u32 entry = 0;
  while (entry < THREADS && noted[entry].notes != thread) entry++;
  if (entry == THREADS) return;
  leave_entry(entry);
  noted[entry].notes = 0;
  fill_entry(entry, 0);
  struct notes *notes = thread;
  close_file(&notes->file);
  close_records(&notes->records);
  unmap_memory(notes, sizeof *notes);
}
