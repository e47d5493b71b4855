/*
 * The file is sparse and mapped as a whole before the first signal, so the handler neither opens nor maps anything. Only pages with
 * records take room: on disk, and the last few of them in memory.
 */
#include "records.h"

enum { SYS_MADVISE = 28, SYS_FTRUNCATE = 77, DONT_NEED = 4 };
enum { EINTR = 4, SYSCALL_SIZE = 2 };

/** Bytes: the file, which has room for two million records; what stays in memory behind the last record. */
enum { PAGE = 4096, FILE_SIZE = 1 << 26, WINDOW_SIZE = 1 << 16 };

/** RECORD_SIZE in recorder/records.ts. */
struct record {
  u64 time;  /* written last: zero where there is no record yet */
  u64 cpu;
  u64 found; /* an `enum state`, and above its two bits the count of voluntary switches */
  u64 pc;
};

/**
 * The kernel leaves the address behind a `syscall` instruction in rcx. A wait that a signal interrupts either fails with EINTR, or
 * will begin again: then the pc stands at the instruction. Whatever else was interrupted has another rcx, or another result.
 */
enum state state_of(u64 rax, u64 rcx, u64 pc) {
  if (rcx == pc + SYSCALL_SIZE) return WAITING;
  if (rcx != pc) return RUNNING;
  return (s64)rax == -EINTR ? WAITING : RETURNING;
}

/** Null also where a process may write no file of that size (`ulimit -f`; Node ignores the signal for it). */
static u8 *map_sparse(s64 file) {
  if (is_error(system_call(SYS_FTRUNCATE, file, FILE_SIZE, 0, 0, 0, 0))) return 0;
  s64 address = system_call(SYS_MMAP, 0, FILE_SIZE, PROT_READ_WRITE, MAP_SHARED, file, 0);
  return is_error(address) ? 0 : (u8 *)address;
}

int open_records(struct records *records, const char *path) {
  s64 flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  s64 file = system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64)path, flags, OWNER_ONLY, 0, 0);
  if (is_error(file)) return 0;
  u8 *memory = map_sparse(file);
  system_call(SYS_CLOSE, file, 0, 0, 0, 0, 0);
  if (!memory) system_call(SYS_UNLINK, (s64)path, 0, 0, 0, 0, 0);
  *records = (struct records){memory, 0};
  return memory != 0;
}

/**
 * Lets the kernel write into the next page first. On a full disk that fails with an error, while our own write would end the program
 * by a signal. It is not written where a reader looks for the time.
 */
static int begin_page(const struct records *records) {
  struct record *record = (struct record *)(records->memory + records->written);
  u64 is_next_window = records->written && records->written % WINDOW_SIZE == 0;
  if (is_next_window) system_call(SYS_MADVISE, (s64)record - WINDOW_SIZE, WINDOW_SIZE, DONT_NEED, 0, 0, 0);
  return !is_error(system_call(SYS_CLOCK_GETTIME, CLOCK_MONOTONIC, (s64)&record->found, 0, 0, 0, 0));
}

void add_record(struct records *records, struct reading now, u64 switches, enum state state, u64 pc) {
  if (!records->memory || records->written == FILE_SIZE) return;
  if (records->written % PAGE == 0 && !begin_page(records)) {
    records->written = FILE_SIZE; /* no more */
    return;
  }
  struct record *record = (struct record *)(records->memory + records->written);
  record->cpu = now.cpu;
  record->found = state | switches << 2;
  record->pc = pc;
  __atomic_store_n(&record->time, now.time, __ATOMIC_RELEASE);
  records->written += sizeof *record;
}

void close_records(struct records *records) {
  if (records->memory) unmap_memory(records->memory, FILE_SIZE);
  *records = (struct records){0};
}
