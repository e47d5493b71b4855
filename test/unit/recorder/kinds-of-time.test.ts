import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from './record.ts';

/** Computes 600 ms by the CPU clock of the thread, is blocked 600 ms in `Atomics.wait` and about 600 ms in `execSync`. */
const PROGRAM = `
const { execSync } = require('node:child_process');
function compute(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  let x = 0;
  while (process.cpuUsage().user < end)
    for (let i = 0; i < 20000; i++) x += Math.sqrt(i); // @compute
  return x;
}
function wait(ms) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(cell, 0, 0, ms); // @wait
}
function shell() {
  execSync('sleep 0.3'); // @shell
}
for (let k = 0; k < 2; k++) { compute(300); wait(300); shell(); }
setTimeout(() => compute(1), 300);
`;

const lineOf = (mark: string): number => PROGRAM.split('\n').findIndex((line) => line.includes(`// @${mark}`)) + 1;

/** What an analysis says of a line of the program, in milliseconds: on a CPU, blocked, with all that it calls. */
function timesOf({ lines, sources }: Analysis, mark: string): Record<'cpu' | 'blocked' | 'totalBlocked', number> {
  const row = lines.line.findIndex(
    (line, at) => line === lineOf(mark) && sources[lines.source[at]].path.endsWith('kinds.js'),
  );
  const at = (column: Float64Array | undefined): number => (row < 0 ? 0 : (column?.[row] ?? NaN) / 1000);
  return { cpu: at(lines.selfTime), blocked: at(lines.blockedTime), totalBlocked: at(lines.totalBlockedTime) };
}

function blockedIn({ functions }: Analysis, name: string): number {
  return (functions.totalBlockedTime?.[functions.name.indexOf(name)] ?? NaN) / 1000;
}

/** On a busy machine a blocked thread that is woken for a sample waits for a CPU: that is not blocked time. */
const isNear = (value: number, wanted: number): boolean => value > 0.6 * wanted && value < 1.15 * wanted;

for (const major of nodeMajors) {
  describe(`the kinds of time on Node ${major}`, function () {
    this.timeout(30_000);
    const bench = useBench(major);
    const onLinux = itWhere(isLinux, 'the CPU clock needs Linux');

    for (const sampler of ['inspector', 'v8log'] as const) {
      onLinux(`are told by line and function with the ${sampler} sampler`, async () => {
        const program = await bench.write('kinds.js', PROGRAM);
        const { outcome } = await record(bench.options(program, { sampler }));
        assert.ok(outcome.recording);
        const analysis = await analyze(outcome.recording);
        const { quality } = analysis;
        const [compute, wait, shell] = ['compute', 'wait', 'shell'].map((mark) => timesOf(analysis, mark));
        const told = JSON.stringify({ compute, wait, shell, quality });
        // Every sample of a blocked thread costs it some time on a CPU.
        assert.ok(wait.cpu < 80 && shell.cpu < 80, told);
        assert.ok(isNear(wait.blocked, 600), told);
        assert.ok(compute.cpu > 450 && compute.blocked < 60, told);
        assert.ok(isNear(blockedIn(analysis, 'shell'), 600), `${blockedIn(analysis, 'shell')} ${told}`);
        if (sampler === 'v8log') assert.ok(isNear(shell.totalBlocked, 600), told);
        assert.ok(isNear((quality.blockedTime ?? NaN) / 1000, 1200), told);
        assert.ok(quality.activeTime < 1_000_000 && quality.idleTime > 250_000, told);

        const wall = await analyze(outcome.recording, { time: 'wall' });
        const both = timesOf(wall, 'wait');
        assert.ok(Math.abs(both.cpu - wait.cpu - wait.blocked) < 1, JSON.stringify({ both, wait }));
        assert.equal(wall.quality.clock, 'wall');
      });
    }
  });
}
