#include "handler.h"
#include "records.h"
#include "repair.h"

enum { SIGPROF = 27, SA_SIGINFO = 4 };

u64 counters[COUNTERS];
static struct signal_action v8s;
static u8 installing;

/** Async-signal-safe: no allocation, nothing written but our own memory, and nothing waits. */
static void handle_signal(int signal, void *info, void *context) {
  add_record(context);
  count(SAMPLES);
  hand_to_v8(v8s.function, signal, info, context);
}

/* Dl_info and dladdr (dlfcn.h), the same in glibc and musl. */
struct place {
  const char *file;
  void *base;
  const char *symbol;
  void *address;
};
extern int dladdr(const void *address, struct place *out) __attribute__((weak));

/** Whether code is in the binary that V8 is in. */
static int is_in_v8s_binary(const void *code) {
  struct place of_code, of_v8;
  return dladdr && try_get_current_isolate && dladdr(code, &of_code) && dladdr(try_get_current_isolate, &of_v8) &&
         of_code.base == of_v8.base;
}

static enum installation install(void) {
  struct signal_action current;
  if (sigaction(SIGPROF, 0, &current)) return REFUSED;
  if (current.function == handle_signal) return ALREADY_INSTALLED;
  if (!is_handled(&current)) return NOTHING_SAMPLES;
  if (!(current.flags & SA_SIGINFO) || !is_in_v8s_binary(current.function)) return FOREIGN_HANDLER;
  v8s = current;
  current.function = handle_signal;
  return sigaction(SIGPROF, &current, 0) ? REFUSED : INSTALLED;
}

enum installation install_handler(void) {
  if (!try_lock(&installing)) return ALREADY_INSTALLED;
  enum installation installation = install();
  unlock(&installing);
  return installation;
}
