// Preloaded into a measured program: writes down at its exit what its main thread cost so far. No other effect.
const fs = require('node:fs');

const file = process.env.OVERHEAD_METER;
delete process.env.OVERHEAD_METER;
// Asking for the usage first brings the file up to date, which is otherwise so at the scheduler's ticks only.
const onCpu = () =>
  process.cpuUsage() &&
  Number(fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
if (file && require('node:worker_threads').isMainThread) {
  process.on('exit', () => fs.writeFileSync(file, JSON.stringify({ cpuMs: onCpu(), wallMs: performance.now() })));
}
