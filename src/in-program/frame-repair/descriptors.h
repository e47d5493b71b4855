/* Standard error that points at nothing for a while. */
#pragma once
#include "base.h"

/** From now on what is written to standard error is lost. Gives what `restore_errors` needs; -1 where that failed. */
int mute_errors(void);
void restore_errors(int spare);
