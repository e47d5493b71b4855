#include "loop.h"

enum { UV_LOOP_BLOCK_SIGNAL = 0, SIGPROF = 27 };

/* Node-API version 2, and libuv's public API, which knows this option for this signal alone (src/unix/loop.c). */
extern int napi_get_uv_event_loop(napi_env, void **loop) __attribute__((weak));
extern int uv_loop_configure(void *loop, int option, ...) __attribute__((weak));

int hold_samples(napi_env env) {
  void *loop = 0;
  if (!napi_get_uv_event_loop || !uv_loop_configure || napi_get_uv_event_loop(env, &loop) || !loop) return 0;
  return uv_loop_configure(loop, UV_LOOP_BLOCK_SIGNAL, SIGPROF) == 0;
}
