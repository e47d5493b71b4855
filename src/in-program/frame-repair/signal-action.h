/* How the system is told what handles a signal. */
#pragma once
#include "base.h"

/* glibc's and musl's struct sigaction, the same on x86-64. */
typedef void (*signal_handler)(int, void *, void *);
struct signal_action {
  signal_handler function;
  u64 mask[16];
  s32 flags;
  void *restorer;
};
extern int sigaction(int signal, const struct signal_action *action, struct signal_action *old);

/** SIG_DFL and SIG_IGN are 0 and 1; anything else is a function. */
static inline int is_handled(const struct signal_action *action) { return (u64)action->function > 1; }
