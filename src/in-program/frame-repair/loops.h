/* How V8 compiles loops. */
#pragma once

/** From now on Maglev compiles a loop's body once. 0 where this process does not export what it takes. */
int end_loop_peeling(void);
