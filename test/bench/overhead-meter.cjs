// Preloaded into a measured program: writes at its exit what its main thread cost so far, and does nothing else.
const fs = require('node:fs');

const file = process.env.OVERHEAD_METER;
delete process.env.OVERHEAD_METER;
// Asking for the resource usage first updates the file, which otherwise happens only at the scheduler's ticks.
const onCpu = () =>
  process.cpuUsage() &&
  Number(fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
if (file && require('node:worker_threads').isMainThread) {
  process.on('exit', () => fs.writeFileSync(file, JSON.stringify({ cpuMs: onCpu(), wallMs: performance.now() })));
}
