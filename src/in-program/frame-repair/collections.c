/*
 * Samples that are taken while V8 collects garbage have no stack. So V8 calls this whenever a collection begins, where the stack
 * still stands: Isolate::AddGCPrologueCallback and Isolate::GetStackSample are public calls, the same from Node 20 to 26. Nothing is
 * allocated and nothing of V8's is read here: GetStackSample is what V8's own sampler calls, in a signal handler. Each collection
 * is a line, with addresses as a tick has them, the innermost frame first; none where no JavaScript was on the stack:
 *
 *   heatline-gc,<microseconds>,<address>,…
 *   heatline-clock,<microseconds>
 *
 * Times are CLOCK_MONOTONIC's, which is that of the records.
 */
#include "collections.h"
#include "text.h"

/** As many frames as a tick has (`TickSample::kMaxFramesCount`, v8/src/profiler/tick-sample.h). */
enum { MOST_FRAMES = 255 };
/** Bytes of a line: its beginning, and an address each. */
enum { LINE_START = 64, ADDRESS = 20 };
/** Behind so many bytes the file is left to the notes about baseline code. */
enum { MOST_WRITTEN = 1 << 25 };

/* v8::RegisterState and v8::SampleInfo (include/v8-unwinder.h), with room for what later ones may have. */
struct register_state {
  u64 pc, sp, fp, lr, saved, room[3];
};
struct sample_info {
  u64 frame_count, room[7];
};

/* v8::GCType (include/v8-callbacks.h): scavenges, full ones, and the beginning of those that go on step by step. */
enum { SCAVENGE = 1, MINOR_MARK_SWEEP = 2, MARK_SWEEP_COMPACT = 4, INCREMENTAL_MARKING = 8 };

typedef void (*gc_callback)(void *isolate, int type, int flags, void *data);
extern void add_prologue(void *isolate, gc_callback, void *data, int types) __asm__(
    "_ZN2v87Isolate21AddGCPrologueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_S2_") __attribute__((weak));
extern void remove_prologue(void *isolate, gc_callback, void *data) __asm__(
    "_ZN2v87Isolate24RemoveGCPrologueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_") __attribute__((weak));
extern void get_stack(void *isolate, const struct register_state *, void **frames, u64 limit, struct sample_info *) __asm__(
    "_ZN2v87Isolate14GetStackSampleERKNS_13RegisterStateEPPvmPNS_10SampleInfoE") __attribute__((weak));

static u64 microseconds(void) { return now_by(CLOCK_MONOTONIC) / 1000; }

static void see_collection(void *isolate, int type, int flags, void *data) {
  (void)type, (void)flags;
  struct mapped_file *notes = data;
  u64 time = microseconds(), here = (u64)__builtin_frame_address(0);
  void *frames[MOST_FRAMES];
  struct register_state state = {(u64)__builtin_return_address(0), here, here, 0, 0, {0}};
  struct sample_info info = {0};
  get_stack(isolate, &state, frames, MOST_FRAMES, &info);
  u8 *to = notes->written < MOST_WRITTEN ? make_room(notes, LINE_START + ADDRESS * info.frame_count) : 0;
  if (!to) return;
  to = put_number(put_text(to, "heatline-gc,"), time, 10);
  for (u64 k = 0; k < info.frame_count; k++) to = put_number(put_text(to, ",0x"), (u64)frames[k], 16);
  end_line(notes, to);
}

void note_collections(void *isolate, struct mapped_file *notes) {
  int types = SCAVENGE | MINOR_MARK_SWEEP | MARK_SWEEP_COMPACT | INCREMENTAL_MARKING;
  if (add_prologue && remove_prologue && get_stack) add_prologue(isolate, see_collection, notes, types);
}

void forget_collections(void *isolate, struct mapped_file *notes) {
  if (remove_prologue) remove_prologue(isolate, see_collection, notes);
}

void note_clock(struct mapped_file *notes) {
  u8 *to = make_room(notes, LINE_START);
  if (to) end_line(notes, put_number(put_text(to, "heatline-clock,"), microseconds(), 10));
}
