// Preloaded into a measured program: tells at its start which process it is and when it began, and does nothing else.
const fs = require('node:fs');

const file = process.env.OVERHEAD_METER;
delete process.env.OVERHEAD_METER;
if (file && require('node:worker_threads').isMainThread)
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: performance.timeOrigin }));
