import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** Computes, and is stopped for a second in the middle of it. */
const PROGRAM = `
const { spawn } = require('node:child_process');
function compute(ms) { const end = process.cpuUsage().user + ms * 1000; let x = 0; while (process.cpuUsage().user < end) for (let i = 0; i < 10000; i++) x += Math.sqrt(x + 1); return x; }
compute(200);
const stop = 'date +%s%N; kill -STOP ' + process.pid + '; sleep 1.2; date +%s%N; kill -CONT ' + process.pid;
spawn('sh', ['-c', 'sleep 0.1; ' + stop], { stdio: 'inherit' });
compute(500);
`;

for (const major of nodeMajors) {
  describe(`time stopped by a signal on Node ${major}`, function () {
    this.timeout(30_000);
    const bench = useBench(major);
    const onLinux = itWhere(isLinux, 'the CPU clock needs Linux');

    for (const sampler of ['inspector', 'v8log'] as const) {
      onLinux(`is idle to the ${sampler} sampler`, async () => {
        const program = await bench.write('stopped.js', PROGRAM);
        const { outcome, stdout } = await record(bench.options(program, { sampler }));
        assert.ok(outcome.recording);
        const { quality } = await analyze(outcome.recording);
        const [from, to] = stdout.toString().trim().split('\n').map(Number);
        const stopped = (to - from) / 1000;
        const told = `stopped for ${stopped} µs, ${JSON.stringify(quality)}`;
        const { activeTime, idleTime, blockedTime = NaN, waitingTime = NaN, unsampledTime } = quality;
        // A program that waits for a CPU when the signal comes is stopped only once it has one.
        assert.ok(idleTime + waitingTime > stopped - 30_000, told);
        assert.ok(idleTime > 900_000, told);
        assert.ok(activeTime + blockedTime + unsampledTime < 1_000_000, told);
      });
    }
  });
}
