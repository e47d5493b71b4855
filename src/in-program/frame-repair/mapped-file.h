/*
 * A new file that grows by writing into memory. A write costs no system call and is there for a reader at once, whatever becomes
 * of the program; and no descriptor stays open, which the program may close and open something else under. Its room is taken
 * beforehand, so that a full disk is an error here and no signal later. What is behind the last write is zeros.
 */
#pragma once
#include "base.h"

struct mapped_file {
  char path[LONGEST_PATH];
  u8 *window;
  u64 window_at, window_size, written; /* in the file */
  int has_failed;                      /* there was no room once */
};

/** Names a file that is all zeros so far. It is created, and must not exist, when room is made in it first. */
void name_file(struct mapped_file *file, const char *path);

/**
 * Where so many bytes more can be written, to be ended by `end_line`; null where there is no room, from then on always. What was
 * given before is gone then, unless it is the same. Async-signal-safe.
 */
u8 *make_room(struct mapped_file *file, u64 size);

/** Ends a line that was written up to `end`, where `make_room` said: for who reads meanwhile it is there now. */
void end_line(struct mapped_file *file, u8 *end);

/** What was written stays on disk. */
void close_file(struct mapped_file *file);
