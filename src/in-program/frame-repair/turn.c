#include "turn.h"

/* linux/futex.h, asm-generic/errno.h */
enum { SYS_FUTEX = 202 };
enum { FUTEX_WAIT_UNTIL_PRIVATE = 9 | 128, FUTEX_WAKE_PRIVATE = 1 | 128, ANY_WAKER = -1 };
enum { E_INTR = -4, E_AGAIN = -11, E_TIMED_OUT = -110 };
enum { LONGEST_WAIT_NS = 2000000, MOST_WAITING = 4 };

/** A futex. `GIVEN_UP`: its turn took too long, as where a debugger holds the thread; nobody waits until it ends. */
static u32 turn;
enum { FREE, TAKEN, AWAITED, GIVEN_UP };
/** How many threads wait. With dozens of them, or a short interval, the turns may be fewer than those who want one. */
static u32 waiting;

static int change_turn(u32 from, u32 to) {
  return __atomic_compare_exchange_n(&turn, &from, to, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static struct time find_deadline(void) {
  struct time time = read_clock(CLOCK_MONOTONIC);
  time.nanoseconds += LONGEST_WAIT_NS;
  time.seconds += time.nanoseconds / SECOND_NS;
  time.nanoseconds %= SECOND_NS;
  return time;
}

static int sleep_until_free(void) {
  struct time deadline = find_deadline();
  while (__atomic_load_n(&turn, __ATOMIC_RELAXED) != GIVEN_UP) {
    if (__atomic_exchange_n(&turn, AWAITED, __ATOMIC_ACQUIRE) == FREE) return 1;
    s64 result = system_call(SYS_FUTEX, (s64)&turn, FUTEX_WAIT_UNTIL_PRIVATE, AWAITED, (s64)&deadline, 0, ANY_WAKER);
    if (result == E_TIMED_OUT) change_turn(AWAITED, GIVEN_UP);
    if (is_error(result) && result != E_INTR && result != E_AGAIN) return 0;
  }
  return 0;
}

static int await_turn(void) {
  int may_wait = __atomic_fetch_add(&waiting, 1, __ATOMIC_RELAXED) < MOST_WAITING;
  int is_our_turn = may_wait && sleep_until_free();
  __atomic_fetch_sub(&waiting, 1, __ATOMIC_RELAXED);
  return is_our_turn;
}

struct turn take_turn(void) {
  if (change_turn(FREE, TAKEN)) return (struct turn){1, 0};
  struct reading before = read_clocks();
  int is_ours = await_turn();
  return (struct turn){is_ours, time_off(before, read_clocks())};
}

void end_turn(void) {
  if (__atomic_exchange_n(&turn, FREE, __ATOMIC_RELEASE) == TAKEN) return;
  system_call(SYS_FUTEX, (s64)&turn, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
}
