#include "arrivals.h"
#include "signal-action.h"

/* Standard signals; real-time signals are beyond these. */
enum { SIGNALS = 32 };
static struct signal_action handlers[SIGNALS];
static u32 arrivals[SIGNALS];

/** Async-signal-safe. libuv's handler takes one argument; more do no harm in the C ABI. */
static void count_arrival(int signal, void *info, void *context) {
  __atomic_fetch_add(&arrivals[signal], 1, __ATOMIC_RELAXED);
  handlers[signal].function(signal, info, context);
}

void count_arrivals(u32 signal) {
  struct signal_action current;
  if (signal >= SIGNALS || sigaction((int)signal, 0, &current)) return;
  if (!is_handled(&current) || current.function == count_arrival) return;
  handlers[signal] = current;
  current.function = count_arrival;
  sigaction((int)signal, &current, 0);
}

u32 arrivals_of(u32 signal) { return signal < SIGNALS ? __atomic_load_n(&arrivals[signal], __ATOMIC_RELAXED) : 0; }
