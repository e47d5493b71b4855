/*
 * Baseline code (Sparkplug's) in V8's log. V8 logs where each piece of it is, but not which bytecode its places were compiled
 * from (V8FileLogger::LogSourceCodeInformation leaves it out), and without that nothing in it has a line. V8 itself has it: a
 * table of one number for each bytecode, how many bytes of code it became. So here is a listener for new code
 * (Isolate::SetJitCodeEventHandler, which debuggers and perf use), which copies bytecode and table of each piece as it comes:
 *
 *   heatline-baseline,<number>,<address>,<size>,<bytecode>,<table>
 *
 * numbered from 0 in the order in which V8's log has them behind a script of the name below, both parts in base64.
 *
 * What is behind the last line is zeros.
 */
#include "baseline.h"
#include "collections.h"
#include "text.h"

/* v8::JitCodeEvent (include/v8-callbacks.h), the same from Node 20 to 26. */
struct code_event {
  u32 kind, code_kind;
  u64 code, code_size;
  void *script, *user_data, *wasm_source;
  const char *name; /* not zero-terminated; for new code */
  u64 name_length;
  u64 unused;
  void *isolate;
};
enum { CODE_ADDED = 0, MACHINE_CODE = 1, NEW_CODE_ONLY = 0 };

extern void set_code_event_handler(void *isolate, int options, void (*handler)(const struct code_event *)) __asm__(
    "_ZN2v87Isolate22SetJitCodeEventHandlerENS_19JitCodeEventOptionsEPFvPKNS_12JitCodeEventEE") __attribute__((weak));

/** Bytecode and table of more bytes are taken for a mistake. */
enum { LARGEST_ARRAY = 1 << 24 };
/** What a line has besides the two arrays, at the most. */
enum { LINE_REST = 96 };
enum { ISOLATES = 128 };

/** Of an isolate that is listened to. */
struct notes {
  struct baseline_layout layout;
  struct mapped_file file;
  int is_counting; /* the script was there */
  u64 pieces;
};
/** Each entry is used by its isolate's thread alone; others only see that it is not free. */
static struct {
  void *isolate;
  struct notes *notes;
} listened[ISOLATES];

/** The entry of an isolate, which is this thread's; `ISOLATES` where it has none. */
static u32 find_entry(const void *isolate) {
  u32 k = 0;
  while (k < ISOLATES && __atomic_load_n(&listened[k].isolate, __ATOMIC_RELAXED) != isolate) k++;
  return k;
}

static u32 take_entry(void *isolate) {
  for (u32 k = 0; k < ISOLATES; k++) {
    void *nobody = 0;
    if (__atomic_compare_exchange_n(&listened[k].isolate, &nobody, isolate, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return k;
  }
  return ISOLATES;
}

/* ---- A line ------------------------------------------------------------------------------------------------------ */

static u8 *put_base64(u8 *to, const u8 *bytes, u64 size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (u64 at = 0; at < size; at += 3) {
    u32 three = (u32)bytes[at] << 16;
    if (at + 1 < size) three |= (u32)bytes[at + 1] << 8;
    if (at + 2 < size) three |= bytes[at + 2];
    *to++ = (u8)digits[three >> 18];
    *to++ = (u8)digits[three >> 12 & 63];
    if (at + 1 < size) *to++ = (u8)digits[three >> 6 & 63];
    if (at + 2 < size) *to++ = (u8)digits[three & 63];
  }
  return to;
}

/* ---- What V8 has ------------------------------------------------------------------------------------------------- */

struct bytes {
  const u8 *start;
  u64 size;
};
struct origin {
  struct bytes bytecode, table;
};

/** V8's pointers to its objects have their lowest bit set; small integers are in the upper half of a word. */
enum { IS_OBJECT = 1, LENGTH_AT = 8, BYTES_AT = 16, FIRST_INSTRUCTION_AT = 40 };
static inline int is_object(u64 word) { return (word & 7) == IS_OBJECT; }
static inline u64 word_of(u64 object, u32 at) { return *(const u64 *)(object - IS_OBJECT + at); }

static int find_array(u64 object, u32 bytes_at, struct bytes *out) {
  if (!is_object(object)) return 0;
  u64 length = word_of(object, LENGTH_AT);
  if (length & 0xffffffff || length >> 32 > LARGEST_ARRAY) return 0;
  *out = (struct bytes){(const u8 *)(object - IS_OBJECT + bytes_at), length >> 32};
  return out->size > 0;
}

/** The description leads back to the code, so it is one. */
static int find_origin(u64 code, struct baseline_layout layout, struct origin *out) {
  u64 description = *(const u64 *)(code - layout.description_before);
  if (!is_object(description) || word_of(description, FIRST_INSTRUCTION_AT) != code) return 0;
  return find_array(word_of(description, layout.bytecode_at), layout.bytes_at, &out->bytecode) &&
         find_array(word_of(description, layout.bytecode_at + 8), BYTES_AT, &out->table);
}

/** V8 marks what came of which compiler as its log does: `JS:^name place`. Regular expressions are named too: `RegExp:^a`. */
static int is_baseline(const struct code_event *event) {
  if (!event->script) return 0;
  u64 at = 0;
  while (at < event->name_length && event->name[at] != ':') at++;
  return at + 1 < event->name_length && event->name[at + 1] == '^';
}

/** BASELINE_SCRIPT in rendezvous.ts. */
static const char first_script[] = "heatline:baseline";

static int is_first_script(const struct code_event *event) {
  enum { LENGTH = sizeof first_script - 1 };
  for (u64 at = 0; at + LENGTH <= event->name_length; at++) {
    u32 same = 0;
    while (same < LENGTH && event->name[at + same] == first_script[same]) same++;
    if (same == LENGTH) return 1;
  }
  return 0;
}

static void see_baseline(struct notes *notes, const struct code_event *event) {
  u64 number = notes->pieces++;
  struct origin origin;
  if (!find_origin(event->code, notes->layout, &origin)) return;
  u64 size = LINE_REST + (origin.bytecode.size + origin.table.size) * 4 / 3;
  u8 *to = make_room(&notes->file, size);
  if (!to) {
    /* What comes now would have no lines; what is interpreted has. */
    if (set_v8_flags) set_v8_flags("--no-sparkplug");
    return;
  }
  to = put_number(put_text(to, "heatline-baseline,"), number, 10);
  to = put_number(put_text(to, ",0x"), event->code, 16);
  to = put_number(put_text(to, ","), event->code_size, 10);
  to = put_base64(put_text(to, ","), origin.bytecode.start, origin.bytecode.size);
  end_line(&notes->file, put_base64(put_text(to, ","), origin.table.start, origin.table.size));
}

/** Called by V8 on the isolate's own thread when code is there, at a place where nothing is collected. */
static void see_code(const struct code_event *event) {
  if (event->kind != CODE_ADDED) return;
  u32 entry = find_entry(event->isolate);
  if (entry == ISOLATES) return;
  struct notes *notes = listened[entry].notes;
  if (!notes->is_counting) {
    notes->is_counting = is_first_script(event);
    if (notes->is_counting) note_clock(&notes->file);
  } else if (event->code_kind == MACHINE_CODE && is_baseline(event)) see_baseline(notes, event);
}

/* ---- Isolates ---------------------------------------------------------------------------------------------------- */

static void free_notes(struct notes *notes) {
  close_file(&notes->file);
  unmap_memory(notes, sizeof *notes);
}

void *note_baseline(const char *path, struct baseline_layout layout) {
  void *isolate = try_get_current_isolate ? try_get_current_isolate() : 0;
  if (!isolate || !set_code_event_handler || !gnu_get_libc_version || find_entry(isolate) < ISOLATES) return 0;
  struct notes *notes = map_memory(sizeof *notes);
  if (!notes) return 0;
  notes->layout = layout;
  name_file(&notes->file, path);
  u32 entry = make_room(&notes->file, 1) ? take_entry(isolate) : ISOLATES;
  if (entry == ISOLATES) {
    free_notes(notes);
    return 0;
  }
  listened[entry].notes = notes;
  set_code_event_handler(isolate, NEW_CODE_ONLY, see_code);
  note_collections(isolate, &notes->file);
  return isolate;
}

void forget_baseline(void *isolate) {
  u32 entry = find_entry(isolate);
  if (entry == ISOLATES) return;
  set_code_event_handler(isolate, NEW_CODE_ONLY, 0);
  forget_collections(isolate, &listened[entry].notes->file);
  free_notes(listened[entry].notes);
  __atomic_store_n(&listened[entry].isolate, 0, __ATOMIC_RELAXED);
}
