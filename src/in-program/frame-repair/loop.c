#include "loop.h"

enum { UV_LOOP_BLOCK_SIGNAL = 0, SIGPROF = 27, SIG_BLOCK = 0, MASK_WORDS = 16 };

/* Node-API version 2, and libuv's public API, which knows this option for this signal alone (src/unix/loop.c). */
extern int napi_get_uv_event_loop(napi_env, void **loop) __attribute__((weak));
extern int uv_loop_configure(void *loop, int option, ...) __attribute__((weak));

/* The same in glibc and musl; libc's mask has 128 bytes. */
extern int pthread_sigmask(int how, const u64 *set, u64 *old) __attribute__((weak));

/** Where it waits, libuv lets all signals through but the one: those too that something else has blocked. */
static int blocks_signals(void) {
  u64 mask[MASK_WORDS] = {0};
  return !pthread_sigmask || pthread_sigmask(SIG_BLOCK, 0, mask) || mask[0];
}

int hold_samples(napi_env env) {
  void *loop = 0;
  if (blocks_signals()) return 0;
  if (!napi_get_uv_event_loop || !uv_loop_configure || napi_get_uv_event_loop(env, &loop) || !loop) return 0;
  return uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGPROF) == 0;
}
