#include "ranges.h"
#include "control-flow.h"

/*
 * V8's public API, by mangled name, there in Node 20 to 26 (include/v8-isolate.h). Weak: a binary without them is none
 * that this can help. CopyCodePages is documented as "Signal-safe, does not allocate, does not access the V8 heap";
 * TryGetCurrent reads a thread-local variable.
 */
extern u64 copy_code_pages(void *isolate, u64 capacity, struct range *out)
    __asm__("_ZN2v87Isolate13CopyCodePagesEmPNS_11MemoryRangeE") __attribute__((weak));

/* On x64 V8 reports two ranges: the builtins in the binary and the one code range (Isolate::InitializeCodeRanges). */
enum { CODE_PAGES = 2, MAX_CODE_PAGES = 8 };
/* The four V8s have 2182 to 2415 builtins; their table lies in the first 64 kB of an isolate (IsolateData). */
enum { MIN_BUILTINS = 1500, MAX_BUILTINS = 4096, MAX_ISOLATE_DATA = 1 << 17, MAX_ISOLATE = 1 << 18 };
enum { SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS, PROBES = 4 };
/* linux/resource.h. A stack without a limit is taken for one of a gigabyte. */
enum { SYS_GETRLIMIT = 97, SYS_SCHED_YIELD = 24, RLIMIT_STACK = 3, LARGEST_STACK = 1 << 30 };

/** One entry for each isolate; `version` is odd while it is being written, so that readers take no half of it. */
static struct {
  u32 version;
  struct ranges ranges;
} known[SLOTS];
static u8 learning;

/** Where things are in every isolate, in bytes from its start: found in the first one, once (`prepare`). */
static struct {
  u64 code_pages;            /* the pointer that CopyCodePages follows: null until V8 has set the isolate up */
  u64 entries, entry_count;  /* the table of the builtins' entries */
} layout;

/* ---- The process's map of memory ------------------------------------------------------------------------------- */

/** An address in, the mapping that it is in out: size 0 where none can be read there. */
struct mapping_query {
  u64 address;
  struct range mapping;
};

struct text_reader {
  s64 file;
  u32 at, end;
  u8 buffer[4096];
};
static struct text_reader maps; /* under the lock `learning` */

static s32 read_byte(struct text_reader *reader) {
  if (reader->at == reader->end) {
    s64 count = system_call(SYS_READ, reader->file, (s64)reader->buffer, sizeof reader->buffer, 0, 0, 0);
    if (count <= 0) return -1;
    reader->at = 0;
    reader->end = (u32)count;
  }
  return reader->buffer[reader->at++];
}

/** A hexadecimal number and the character after it, which is left out. */
static u64 read_hexadecimal(struct text_reader *reader) {
  u64 value = 0;
  while (1) {
    s32 c = read_byte(reader);
    if (c >= '0' && c <= '9') value = value << 4 | (u64)(c - '0');
    else if (c >= 'a' && c <= 'f') value = value << 4 | (u64)(c - 'a' + 10);
    else return value;
  }
}

/**
 * Answers all queries in one pass over /proc/self/maps: `start-end rwxp …` in each line. Only openat, read and close,
 * so signal handlers may do it.
 */
static int find_mappings(struct mapping_query *queries, u32 query_count) {
  /* As libc opens files: a filter of system calls that ends programs for the older `open` lets this pass. */
  maps.file = system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64) "/proc/self/maps", O_CLOEXEC, 0, 0, 0);
  if (is_error(maps.file)) return 0;
  maps.at = maps.end = 0;
  while (1) {
    u64 start = read_hexadecimal(&maps), end = read_hexadecimal(&maps);
    if (end <= start) break;
    s32 readable = read_byte(&maps), c;
    for (u32 k = 0; k < query_count; k++) {
      struct mapping_query *query = &queries[k];
      if (query->address < start || query->address >= end) continue;
      if (readable == 'r') query->mapping = (struct range){start, end - start};
    }
    while ((c = read_byte(&maps)) != '\n' && c >= 0);
    if (c < 0) break;
  }
  system_call(SYS_CLOSE, maps.file, 0, 0, 0, 0, 0);
  return 1;
}

/* ---- One isolate ----------------------------------------------------------------------------------------------- */

/** The code range of an isolate. False: not the two ranges that are expected. */
static int copy_two_pages(void *isolate, struct range *builtins, struct range *compiled) {
  struct range pages[MAX_CODE_PAGES];
  if (copy_code_pages(isolate, MAX_CODE_PAGES, pages) != CODE_PAGES) return 0;
  *builtins = pages[0];
  *compiled = pages[1];
  return 1;
}

/**
 * The same for any isolate that is this thread's current one. It is so, and may be sampled, before V8 has set it up:
 * then CopyCodePages would follow a null pointer.
 */
static int find_compiled_code(void *isolate, struct range *builtins, struct range *compiled) {
  const void *const *code_pages = (const void *const *)((u64)isolate + layout.code_pages);
  return __atomic_load_n(code_pages, __ATOMIC_ACQUIRE) && copy_two_pages(isolate, builtins, compiled);
}

static int may_be_entry(u64 word, struct range inside) { return contains(inside, word) && word % 64 == 0; }

/**
 * V8 runs a copy of the builtins that stands in the isolate's code range, for shorter calls (RemapEmbeddedBuiltins in
 * src/codegen/…/code-range.cc), or those in the binary. Either way the isolate's own memory begins with IsolateData
 * (src/execution/isolate-data.h), in which the table of all builtins' entries is: the one long row of words that are
 * addresses of code at multiples of 64. Looks only at `readable` memory.
 */
static const u64 *find_entry_table(void *isolate, struct range readable, struct range inside, u64 *entry_count) {
  u64 end = readable.start + readable.size;
  if (end > (u64)isolate + MAX_ISOLATE_DATA) end = (u64)isolate + MAX_ISOLATE_DATA;
  const u64 *words = isolate;
  u64 word_count = (end - (u64)isolate) / 8, run = 0;
  for (u64 k = 0; k <= word_count; k++) {
    if (k < word_count && may_be_entry(words[k], inside)) {
      run++;
      continue;
    }
    if (run >= MIN_BUILTINS && run <= MAX_BUILTINS) {
      *entry_count = run;
      return words + k - run;
    }
    run = 0;
  }
  return 0;
}

/** The first builtin begins where the builtins do; none may begin behind their end. */
static int find_builtins_copy(const u64 *entries, u64 entry_count, u64 size, struct range *out) {
  u64 lowest = entries[0], highest = entries[0];
  for (u64 k = 1; k < entry_count; k++) {
    if (entries[k] < lowest) lowest = entries[k];
    if (entries[k] > highest) highest = entries[k];
  }
  *out = (struct range){lowest, size};
  return highest - lowest < size;
}

/** Whether the code at `copy` is that of the binary, at a few places of it. The table says that it is mapped. */
static int is_same_code(const u64 *entries, u64 entry_count, struct range copy, struct range original) {
  for (u64 k = 0; k < entry_count; k += 16) {
    u64 offset = entries[k] - copy.start;
    if (*(const u64 *)(copy.start + offset) != *(const u64 *)(original.start + offset)) return 0;
  }
  return 1;
}

static inline u64 thread_pointer(void) {
  u64 pointer;
  __asm__("mov %%fs:0, %0" : "=r"(pointer)); /* the ABI's thread control block begins with its own address */
  return pointer;
}

/**
 * From where a stack begins to where it ends. Above a thread's stack is what glibc keeps for the thread, whose pointer tells where. The
 * main thread's has none of it, and grows downwards up to the limit that it had at the start.
 */
static struct range stack_of(struct range mapping, u64 stack_pointer, u64 thread) {
  u64 end = mapping.start + mapping.size;
  if (contains(mapping, thread) && thread > stack_pointer) return (struct range){mapping.start, thread - mapping.start};
  struct { u64 now, most; } limit = {0, 0};
  system_call(SYS_GETRLIMIT, RLIMIT_STACK, (s64)&limit, 0, 0, 0, 0);
  u64 size = limit.now > LARGEST_STACK ? LARGEST_STACK : limit.now;
  if (size < mapping.size) size = mapping.size;
  return (struct range){end - size, size};
}

/** Whether the whole table leads into one of the two ranges: the isolate's is filled when V8 sets it up. */
static int is_filled(const u64 *entries, u64 entry_count, struct range inside) {
  for (u64 k = 0; k < entry_count; k++) {
    if (!may_be_entry(entries[k], inside)) return 0;
  }
  return 1;
}

/** Looks only into the isolate itself and, since it runs code, into the builtins to which its table leads. */
static int learn(void *isolate, u64 stack_pointer, struct ranges *out) {
  struct mapping_query stack = {.address = stack_pointer};
  struct range original;
  const u64 *entries = (const u64 *)((u64)isolate + layout.entries);
  out->isolate = isolate;
  out->thread = thread_pointer();
  if (!find_compiled_code(isolate, &original, &out->compiled) || !find_mappings(&stack, 1)) return 0;
  if (!contains(stack.mapping, stack_pointer)) return 0;
  out->stack = stack_of(stack.mapping, stack_pointer, out->thread);
  int is_copied = is_filled(entries, layout.entry_count, out->compiled);
  if (!is_copied && !is_filled(entries, layout.entry_count, original)) return 0;
  if (!find_builtins_copy(entries, layout.entry_count, original.size, &out->builtins)) return 0;
  return is_same_code(entries, layout.entry_count, out->builtins, original);
}

/* ---- All isolates ---------------------------------------------------------------------------------------------- */

/** As libstdc++ and libc++ have it. */
struct vector_of_ranges {
  const struct range *begin, *end, *capacity;
};

/** Whether `vector`, which can be read, holds just these two ranges. Looks only where something is mapped. */
static int holds_pages(const struct vector_of_ranges *vector, struct range builtins, struct range compiled) {
  const struct range *pages = vector->begin;
  struct mapping_query query = {.address = (u64)pages};
  u64 size = (u64)vector->end - (u64)pages;
  if ((u64)pages % 8 || size != CODE_PAGES * sizeof *pages || vector->capacity < vector->end) return 0;
  if (!find_mappings(&query, 1) || !contains(query.mapping, (u64)pages)) return 0;
  if (query.mapping.start + query.mapping.size < (u64)vector->end) return 0;
  return pages[0].start == builtins.start && pages[0].size == builtins.size && pages[1].start == compiled.start &&
         pages[1].size == compiled.size;
}

/**
 * Finds the pointer to the vector that CopyCodePages copies (Isolate::code_pages_): it and the vector are members of
 * the isolate. False: there is not just one.
 */
static int find_code_pages(void *isolate, struct range readable, struct range builtins, struct range compiled) {
  u64 start = (u64)isolate, end = readable.start + readable.size, found = 0;
  if (end > start + MAX_ISOLATE) end = start + MAX_ISOLATE;
  for (u64 at = start; at + 8 <= end; at += 8) {
    u64 vector = *(const u64 *)at;
    if (vector % 8 || vector < start || vector + sizeof(struct vector_of_ranges) > end) continue;
    if (!holds_pages((const struct vector_of_ranges *)vector, builtins, compiled)) continue;
    layout.code_pages = at - start;
    found++;
  }
  return found == 1;
}

/** Where an isolate's entry is, or may go: its own, else a free one nearby, else the first, which makes way. */
static u32 find_slot(const void *isolate) {
  u32 first = (u32)(((u64)isolate >> 12) * 0x9E3779B97F4A7C15UL >> (64 - SLOT_BITS)), free = first;
  for (u32 k = 0; k < PROBES; k++) {
    u32 slot = (first + k) % SLOTS;
    const void *occupant = __atomic_load_n(&known[slot].ranges.isolate, __ATOMIC_RELAXED);
    if (occupant == isolate) return slot;
    if (!occupant && known[free].ranges.isolate) free = slot;
  }
  return free;
}

/** A copy of a slot's ranges, if they are this isolate's on this thread and nobody is writing them. */
static int read_slot(u32 slot, const void *isolate, u64 thread, struct ranges *out) {
  u32 version = __atomic_load_n(&known[slot].version, __ATOMIC_ACQUIRE);
  if (version & 1) return 0;
  *out = known[slot].ranges;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (__atomic_load_n(&known[slot].version, __ATOMIC_RELAXED) != version) return 0;
  return out->isolate == isolate && out->thread == thread;
}

/** Under the lock. */
static void write_slot(u32 slot, const struct ranges *ranges) {
  u32 version = known[slot].version;
  __atomic_store_n(&known[slot].version, version + 1, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  known[slot].ranges = *ranges;
  __atomic_store_n(&known[slot].version, version + 2, __ATOMIC_RELEASE);
}

static enum preparation prepare(void) {
  if (!try_get_current_isolate || !copy_code_pages) return NO_V8_API;
  if (!gnu_get_libc_version) return IS_MUSL;
  void *isolate = try_get_current_isolate();
  if (!isolate) return NO_CURRENT_ISOLATE;
  struct ranges ranges = {0};
  struct range original, compiled;
  struct mapping_query query = {.address = (u64)isolate};
  /* JavaScript calls this: the isolate is set up. */
  if (!find_mappings(&query, 1) || !copy_two_pages(isolate, &original, &compiled)) return UNKNOWN_LAYOUT;
  struct range readable = query.mapping;
  if (!contains(readable, (u64)isolate)) return UNKNOWN_LAYOUT;
  if (!find_code_pages(isolate, readable, original, compiled)) return UNKNOWN_LAYOUT;
  const u64 *entries = find_entry_table(isolate, readable, compiled, &layout.entry_count);
  if (!entries) entries = find_entry_table(isolate, readable, original, &layout.entry_count);
  if (!entries) return UNKNOWN_LAYOUT;
  layout.entries = (u64)entries - (u64)isolate;
  if (!learn(isolate, (u64)__builtin_frame_address(0), &ranges)) return UNKNOWN_LAYOUT;
  write_slot(find_slot(isolate), &ranges);
  return prepare_builtins(original, entries, layout.entry_count, ranges.builtins.start) ? PREPARED : NO_MEMORY;
}

/** Two threads may want to learn at the same time. No handler takes this lock. */
static void lock_learning(void) {
  while (!try_lock(&learning)) system_call(SYS_SCHED_YIELD, 0, 0, 0, 0, 0, 0);
}

enum preparation prepare_ranges(void) {
  if (builtins_code.size) return PREPARED;
  lock_learning();
  enum preparation preparation = prepare();
  unlock(&learning);
  return preparation;
}

void learn_thread(void) {
  void *isolate = try_get_current_isolate ? try_get_current_isolate() : 0;
  struct ranges ranges = {0};
  if (!isolate || !builtins_code.size) return;
  lock_learning();
  if (learn(isolate, (u64)__builtin_frame_address(0), &ranges)) write_slot(find_slot(isolate), &ranges);
  unlock(&learning);
}

int find_builtin_offset(const struct ranges *ranges, u64 pc, u64 *offset) {
  struct range code = contains(ranges->builtins, pc) ? ranges->builtins : builtins_code;
  *offset = pc - code.start;
  return contains(code, pc);
}

enum lookup find_ranges(u64 pc, u64 stack_pointer, struct ranges *out) {
  void *isolate = try_get_current_isolate();
  struct range original, compiled;
  if (!isolate || !find_compiled_code(isolate, &original, &compiled)) return NONE;
  /* While an isolate is being set up or taken down, C++ is running: nothing of it is looked at. */
  if (!contains(compiled, pc) && !contains(original, pc)) return NO_CODE_OF_V8;
  if (!read_slot(find_slot(isolate), isolate, thread_pointer(), out)) return NONE;
  /* An isolate may have gone and another have come to its place. That the builtins stand where they stood is checked at each
     pc (`is_faithful_copy` in mend.c). */
  if (compiled.start != out->compiled.start || compiled.size != out->compiled.size) return NONE;
  if (!contains(out->stack, stack_pointer)) return NONE;
  /* What is below the stack pointer may not be mapped. */
  out->stack.size -= stack_pointer - out->stack.start;
  out->stack.start = stack_pointer;
  return FOUND;
}
