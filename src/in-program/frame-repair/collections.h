/* The stack that began each garbage collection, of which V8's samples have none. */
#pragma once
#include "mapped-file.h"

/** From now on each collection of an isolate, which is this thread's, leaves a line in these notes. */
void note_collections(void *isolate, struct mapped_file *notes);

/** Before these notes or the isolate go away; on its own thread. */
void forget_collections(void *isolate, struct mapped_file *notes);

/** What V8 logs right now ties the clock of its log to that of the collections. */
void note_clock(struct mapped_file *notes);
