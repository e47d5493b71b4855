import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/**
 * Computes, is blocked in `Atomics.wait` and in `execSync`, and prints what the system says of each: milliseconds that its
 * main thread was on a CPU, and blocked. Asking for the resource usage makes the system count the time up to now.
 */
const PROGRAM = `
const { execSync } = require('node:child_process');
const { readFileSync } = require('node:fs');
function compute(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  let x = 0;
  while (process.cpuUsage().user < end)
    for (let i = 0; i < 100000; i++) x += Math.sqrt(i); // @compute
  return x;
}
function wait(ms) {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(cell, 0, 0, ms); // @wait
}
function shell() {
  execSync('sleep 0.3'); // @shell
}
const spent = { compute: [0, 0], wait: [0, 0], shell: [0, 0] };
function now() {
  process.cpuUsage();
  const [cpu, waiting] = readFileSync('/proc/self/schedstat', 'latin1').split(' ').map(Number);
  return { cpu, off: Number(process.hrtime.bigint()) - cpu - waiting };
}
function phase(name, work) {
  const before = now();
  work();
  const after = now();
  spent[name][0] += (after.cpu - before.cpu) / 1e6;
  spent[name][1] += (after.off - before.off) / 1e6;
}
for (let k = 0; k < 2; k++) {
  phase('compute', () => compute(300));
  phase('wait', () => wait(300));
  phase('shell', shell);
}
setTimeout(() => console.log(JSON.stringify(spent)), 300);
`;

/** Waits for 0.8 s in all; the recorder has a part in the start of each child. */
const CHILDREN = `
const { execFileSync } = require('node:child_process');
for (let k = 0; k < 8; k++) execFileSync('sleep', ['0.1']);
`;

type Phase = 'compute' | 'wait' | 'shell';
type Times = readonly [cpu: number, blocked: number];

const lineOf = (mark: string): number => PROGRAM.split('\n').findIndex((line) => line.includes(`// @${mark}`)) + 1;

/** What an analysis says of a line of the program, in milliseconds. */
function lineTimes({ lines, sources }: Analysis, mark: string): Times & { readonly totalBlocked?: number } {
  const row = lines.line.findIndex(
    (line, at) => line === lineOf(mark) && sources[lines.source[at]].path.endsWith('kinds.js'),
  );
  const at = (column: Float64Array | undefined): number => (row < 0 ? 0 : (column?.[row] ?? NaN) / 1000);
  return Object.assign([at(lines.selfTime), at(lines.blockedTime)] as const, {
    totalBlocked: at(lines.totalBlockedTime),
  });
}

/** The same of a function with all that it calls. */
function functionTimes({ functions }: Analysis, name: string): Times {
  const row = functions.name.indexOf(name);
  return [functions.totalTime[row] / 1000, (functions.totalBlockedTime?.[row] ?? NaN) / 1000];
}

for (const major of nodeMajors) {
  describe(`the kinds of time on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);
    const onLinux = itWhere(isLinux, 'the CPU clock needs Linux');

    for (const sampler of ['inspector', 'v8log'] as const) {
      onLinux(`are told by line and function with the ${sampler} sampler`, async () => {
        const program = await bench.write('kinds.js', PROGRAM);
        const { outcome, stdout } = await record(bench.options(program, { sampler }));
        const truth = JSON.parse(stdout.toString()) as Readonly<Record<Phase, Times>>;
        assert.ok(outcome.recording);
        const analysis = await analyze(outcome.recording);
        const { quality } = analysis;
        // Readings are 10 ms apart, and further where the recorder waits for a CPU as the program does; what was not
        // sampled may have been of any line.
        const unsure = quality.unsampledTime + (quality.waitingTime ?? 0) / 5;
        const near = (what: string, value: number, wanted: number): void => {
          const slack = 40 + 0.06 * wanted + unsure / 1000;
          assert.ok(Math.abs(value - wanted) < slack, `${what}: ${value} ms of ${wanted}, ${JSON.stringify(quality)}`);
        };
        const [compute, wait, shell] = ['compute', 'wait', 'shell'].map((mark) => lineTimes(analysis, mark));
        near('computing', functionTimes(analysis, 'compute')[0], truth.compute[0]);
        near('the computing line', compute[0], truth.compute[0]);
        near('the computing line blocked', compute[1], 0); // what it was off a CPU the machine was another’s
        near('Atomics.wait on a CPU', wait[0], truth.wait[0]);
        near('Atomics.wait blocked', wait[1], truth.wait[1]);
        near('below execSync on a CPU', functionTimes(analysis, 'shell')[0], truth.shell[0]);
        near('below execSync blocked', functionTimes(analysis, 'shell')[1], truth.shell[1]);
        if (sampler === 'v8log') near('the line of execSync', shell.totalBlocked ?? NaN, truth.shell[1]);
        assert.ok(quality.idleTime + unsure > 250_000, JSON.stringify(quality));

        // What stands before the native function that waits for the child is told as that one.
        const { functions, sources } = analysis;
        const paths = [...functions.source].map((source) => sources[source]?.path);
        assert.ok(paths.includes('node:child_process') && !paths.includes('node:internal/heatline'), String(paths));

        const wall = await analyze(outcome.recording, { time: 'wall' });
        const both = lineTimes(wall, 'wait');
        assert.ok(Math.abs(both[0] - wait[0] - wait[1]) < 1, JSON.stringify([both, wait]));
        assert.equal(wall.quality.clock, 'wall');
      });

      onLinux(`are told of a program that only waits for children with the ${sampler} sampler`, async () => {
        const program = await bench.write('kinds.js', CHILDREN);
        const { outcome } = await record(bench.options(program, { sampler }));
        const { quality } = await analyze(outcome.recording ?? '');
        // Each sample wakes it, for which it waits where the machine is busy.
        const waited = (quality.blockedTime ?? NaN) + (quality.waitingTime ?? NaN);
        assert.ok(waited > 700_000, JSON.stringify(quality));
      });
    }
  });
}
