#include "mapped-file.h"

/** Bytes: what is mapped at a time, in whole pages; what a file may become. */
enum { WINDOW_SIZE = 1 << 16, PAGE = 4096, LARGEST_FILE = 1 << 26 };

void name_file(struct mapped_file *file, const char *path) {
  u32 length = 0;
  while (length < LONGEST_PATH - 1 && path[length]) {
    file->path[length] = path[length];
    length++;
  }
  file->path[length] = 0;
}

static u8 zeros[WINDOW_SIZE];

/** Writes zeros up to a size: such room is there, and no file system and no filter of system calls refuses that. */
static int take_room(s64 file, u64 from, u64 size) {
  while (from < size) {
    u64 rest = size - from;
    s64 written =
        system_call(SYS_PWRITE, file, (s64)zeros, (s64)(rest < sizeof zeros ? rest : sizeof zeros), (s64)from, 0, 0);
    if (is_error(written) || !written) return 0;
    from += (u64)written;
  }
  return 1;
}

static void *map_shared(s64 file, u64 from, u64 size) {
  s64 address = system_call(SYS_MMAP, 0, (s64)size, PROT_READ_WRITE, MAP_SHARED, file, (s64)from);
  return is_error(address) ? 0 : (void *)address;
}

/** Maps the file from its last page on. It is opened anew each time: nobody else's is written to. */
static int move_window(struct mapped_file *file, u64 size) {
  u64 from = file->written & ~(u64)(PAGE - 1);
  u64 wanted = file->written + size - from;
  u64 window_size = (wanted + WINDOW_SIZE - 1) & ~(u64)(WINDOW_SIZE - 1);
  int is_new = !file->window;
  u64 taken = file->window_at + file->window_size;
  close_file(file);
  s64 flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC | (is_new ? O_CREAT | O_EXCL : 0);
  s64 opened = system_call(SYS_OPENAT, AT_WORKING_DIRECTORY, (s64)file->path, flags, OWNER_ONLY, 0, 0);
  if (is_error(opened)) return 0;
  int has_room = take_room(opened, taken, from + window_size);
  if (!has_room && is_new) system_call(SYS_UNLINKAT, AT_WORKING_DIRECTORY, (s64)file->path, 0, 0, 0, 0);
  void *window = has_room ? map_shared(opened, from, window_size) : 0;
  system_call(SYS_CLOSE, opened, 0, 0, 0, 0, 0);
  if (!window) return 0;
  file->window = window;
  file->window_at = from;
  file->window_size = window_size;
  return 1;
}

static u8 *end_of(const struct mapped_file *file) { return file->window + (file->written - file->window_at); }

u8 *make_room(struct mapped_file *file, u64 size) {
  if (!file->has_failed && file->written + size > file->window_at + file->window_size)
    file->has_failed = file->written + size > LARGEST_FILE || !move_window(file, size);
  return file->has_failed ? 0 : end_of(file);
}

void end_line(struct mapped_file *file, u8 *end) {
  __atomic_store_n(end, '\n', __ATOMIC_RELEASE);
  file->written += (u64)(end + 1 - end_of(file));
}

void close_file(struct mapped_file *file) {
  if (file->window) unmap_memory(file->window, file->window_size);
  file->window = 0;
}
