/*
 * What JavaScript sees: `install()`, `prepareRepair(marker)` and `counters()`, which give plain numbers, told by frame-repair.ts;
 * `muteErrors()` and `restoreErrors(spare)`, of descriptors.h; `countArrivals(signal)` and `arrivalsOf(signal)`, of
 * arrivals.h; `setFlags(flags)`; `sendAtOnce(port)`, of sockets.h; `holdSamples()`, of loop.h;
 * `noteBaseline(path, descriptionBefore, bytecodeAt, bytesAt)`, of baseline.h; `beginRecords(path)`, of records.h;
 * `shortenSlice(thread)`, of samplers.h, which is for recorders.
 */
#include "arrivals.h"
#include "baseline.h"
#include "descriptors.h"
#include "handler.h"
#include "loop.h"
#include "records.h"
#include "repair.h"
#include "samplers.h"
#include "sockets.h"

/* Node-API version 1 (js_native_api.h), as far as it is used. A status of 0 is success. */
typedef struct napi_value_s *napi_value;
typedef struct napi_info_s *napi_info;
typedef napi_value (*napi_callback)(napi_env, napi_info);
extern int napi_create_function(napi_env, const char *name, u64 length, napi_callback, void *data, napi_value *out);
extern int napi_set_named_property(napi_env, napi_value object, const char *name, napi_value value);
extern int napi_get_cb_info(napi_env, napi_info, u64 *argument_count, napi_value *arguments, napi_value *self, void **);
extern int napi_get_value_uint32(napi_env, napi_value, u32 *out);
extern int napi_get_value_string_utf8(napi_env, napi_value, char *out, u64 size, u64 *length);
extern int napi_add_env_cleanup_hook(napi_env, void (*hook)(void *), void *argument);
extern int napi_create_double(napi_env, double, napi_value *out);
extern int napi_create_array(napi_env, napi_value *out);
extern int napi_set_element(napi_env, napi_value array, u32 index, napi_value value);

static napi_value make_number(napi_env env, u64 number) {
  napi_value value = 0;
  napi_create_double(env, (double)number, &value);
  return value;
}

/** The only argument of a call, a number; 0 where there is none. */
static int take_number(napi_env env, napi_info info, u32 *number) {
  u64 argument_count = 1;
  napi_value argument = 0;
  if (napi_get_cb_info(env, info, &argument_count, &argument, 0, 0)) return 0;
  return argument_count >= 1 && napi_get_value_uint32(env, argument, number) == 0;
}

static napi_value install(napi_env env, napi_info info) {
  (void)info;
  return make_number(env, install_handler());
}

static napi_value read_counters(napi_env env, napi_info info) {
  (void)info;
  napi_value list = 0;
  if (napi_create_array(env, &list)) return 0;
  for (u32 k = 0; k < COUNTERS; k++) {
    napi_set_element(env, list, k, make_number(env, __atomic_load_n(&counters[k], __ATOMIC_RELAXED)));
  }
  return list;
}

static napi_value mute(napi_env env, napi_info info) {
  (void)info;
  napi_value value = 0;
  napi_create_double(env, mute_errors(), &value);
  return value;
}

static napi_value restore(napi_env env, napi_info info) {
  u32 spare = 0;
  if (take_number(env, info, &spare)) restore_errors((int)spare);
  return 0;
}

static napi_value start_counting(napi_env env, napi_info info) {
  u32 signal = 0;
  if (take_number(env, info, &signal)) count_arrivals(signal);
  return 0;
}

static napi_value read_arrivals(napi_env env, napi_info info) {
  u32 signal = 0;
  return make_number(env, take_number(env, info, &signal) ? arrivals_of(signal) : 0);
}

enum { LONGEST_FLAGS = 1024 };

/** False where it is no string, or longer than `size` has room for. */
static int take_text(napi_env env, napi_value value, char *out, u64 size) {
  u64 length = 0;
  return !napi_get_value_string_utf8(env, value, out, size, &length) && length < size - 1;
}

#ifdef __x86_64__
static napi_value prepare(napi_env env, napi_info info) {
  u32 marker = 0;
  return take_number(env, info, &marker) ? make_number(env, prepare_repair(marker)) : 0;
}

static napi_value start_noting_baseline(napi_env env, napi_info info) {
  u64 argument_count = 4;
  napi_value arguments[4] = {0, 0, 0, 0};
  char path[LONGEST_PATH];
  struct baseline_layout layout;
  int is_whole = !napi_get_cb_info(env, info, &argument_count, arguments, 0, 0) && argument_count >= 4 &&
                 take_text(env, arguments[0], path, sizeof path) &&
                 !napi_get_value_uint32(env, arguments[1], &layout.description_before) &&
                 !napi_get_value_uint32(env, arguments[2], &layout.bytecode_at) &&
                 !napi_get_value_uint32(env, arguments[3], &layout.bytes_at);
  void *isolate = is_whole ? note_baseline(path, layout) : 0;
  if (isolate && napi_add_env_cleanup_hook(env, forget_baseline, isolate)) {
    forget_baseline(isolate);
    isolate = 0;
  }
  return make_number(env, isolate != 0);
}

#endif

/** The only argument of a call; 0 where it is no text, or longer than `size` has room for. */
static int take_only_text(napi_env env, napi_info info, char *out, u64 size) {
  u64 argument_count = 1;
  napi_value argument = 0;
  return !napi_get_cb_info(env, info, &argument_count, &argument, 0, 0) && argument_count >= 1 &&
         take_text(env, argument, out, size);
}

static napi_value set_flags(napi_env env, napi_info info) {
  char flags[LONGEST_FLAGS];
  int is_set = set_v8_flags && take_only_text(env, info, flags, sizeof flags);
  if (is_set) set_v8_flags(flags);
  return make_number(env, is_set);
}

static napi_value start_records(napi_env env, napi_info info) {
  char path[LONGEST_PATH];
  void *thread = take_only_text(env, info, path, sizeof path) ? begin_records(path) : 0;
  if (thread && napi_add_env_cleanup_hook(env, end_records, thread)) end_records(thread);
#ifdef __x86_64__
  learn_thread();
#endif
  return 0;
}

static napi_value send_at_once_from(napi_env env, napi_info info) {
  u32 port = 0;
  return make_number(env, take_number(env, info, &port) && send_at_once(port));
}

static napi_value hold(napi_env env, napi_info info) {
  (void)info;
  return make_number(env, hold_samples(env));
}

static napi_value shorten(napi_env env, napi_info info) {
  u32 thread = 0;
  if (take_number(env, info, &thread)) shorten_slice(thread);
  return 0;
}

static void export_function(napi_env env, napi_value exports, const char *name, napi_callback callback) {
  u64 length = 0;
  napi_value function;
  while (name[length]) length++;
  if (napi_create_function(env, name, length, callback, 0, &function)) return;
  napi_set_named_property(env, exports, name, function);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  export_function(env, exports, "install", install);
  export_function(env, exports, "counters", read_counters);
  export_function(env, exports, "muteErrors", mute);
  export_function(env, exports, "restoreErrors", restore);
  export_function(env, exports, "countArrivals", start_counting);
  export_function(env, exports, "arrivalsOf", read_arrivals);
  export_function(env, exports, "setFlags", set_flags);
  export_function(env, exports, "sendAtOnce", send_at_once_from);
  export_function(env, exports, "holdSamples", hold);
  export_function(env, exports, "shortenSlice", shorten);
  export_function(env, exports, "beginRecords", start_records);
#ifdef __x86_64__
  export_function(env, exports, "prepareRepair", prepare);
  export_function(env, exports, "noteBaseline", start_noting_baseline);
#endif
  return exports;
}
