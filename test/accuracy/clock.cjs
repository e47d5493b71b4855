// CPU time of this thread, by the system's clock: what is true of the programs that are judged.
'use strict';
const { openSync, readSync } = require('node:fs');

const buffer = Buffer.alloc(64);
const isLinux = process.platform === 'linux';
// Opened by the thread itself: a worker has a clock of its own.
const file = isLinux ? openSync('/proc/thread-self/schedstat') : -1;

/**
 * Nanoseconds of CPU time of the calling thread. `process.cpuUsage` is of all threads; on Linux asking for it makes the
 * system count the running thread's time up to now, which it otherwise does only every 4 ms.
 */
function now() {
  if (isLinux) {
    process.cpuUsage();
    return Number.parseInt(buffer.latin1Slice(0, readSync(file, buffer, 0, 64, 0)), 10);
  }
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return 1000 * (user + system);
}

module.exports = { now };
