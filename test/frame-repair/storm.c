/*
 * Sends SIGPROF to every thread of its own process, as fast as it can: to threads that V8 does not know, and to workers
 * while their isolates are being set up and taken down. V8's own sampler seldom meets those moments.
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct napi_env_s *napi_env;
typedef struct napi_value_s *napi_value;
typedef struct napi_info_s *napi_info;
typedef napi_value (*napi_callback)(napi_env, napi_info);
extern int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern int napi_create_double(napi_env, double, napi_value *);

enum { MAX_THREADS = 256, ROUNDS = 20, PAUSE_US = 20 };
static volatile int is_running;
static pthread_t sender;
static double sent;

static int list_threads(long *threads, long own) {
  DIR *folder = opendir("/proc/self/task");
  int count = 0;
  for (struct dirent *entry; folder && count < MAX_THREADS && (entry = readdir(folder));) {
    long thread = atol(entry->d_name);
    if (thread > 0 && thread != own) threads[count++] = thread;
  }
  if (folder) closedir(folder);
  return count;
}

static void *send(void *unused) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, 0);
  while (is_running) {
    long threads[MAX_THREADS];
    int count = list_threads(threads, syscall(SYS_gettid));
    for (int round = 0; round < ROUNDS && is_running; round++) {
      for (int k = 0; k < count; k++) {
        if (!syscall(SYS_tgkill, getpid(), threads[k], SIGPROF)) sent++;
      }
      usleep(PAUSE_US);
    }
  }
  return unused;
}

static napi_value start(napi_env env, napi_info info) {
  (void)env, (void)info;
  is_running = 1;
  if (pthread_create(&sender, 0, send, 0)) abort();
  return 0;
}

/** Gives how many signals were sent. */
static napi_value stop(napi_env env, napi_info info) {
  (void)info;
  napi_value number = 0;
  is_running = 0;
  pthread_join(sender, 0);
  napi_create_double(env, sent, &number);
  return number;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "start", 5, start, 0, &function);
  napi_set_named_property(env, exports, "start", function);
  napi_create_function(env, "stop", 4, stop, 0, &function);
  napi_set_named_property(env, exports, "stop", function);
  return exports;
}
