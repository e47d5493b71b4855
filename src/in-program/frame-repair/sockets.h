/* The inspector's socket. */
#pragma once
#include "base.h"

/**
 * What is sent through the socket that listens on this port of 127.0.0.1, and through those that it accepts from now on, goes
 * out at once, without waiting until what was sent before has arrived. Gives 1, or 0 where there is no such socket.
 */
int send_at_once(u32 port);
