import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { thinOlderHalf } from '../../../src/recorder/cpu-clock.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { readProfile, record, useBench } from '../../support/recording.ts';

/** Computes, then sleeps in a synchronous call; prints when, on the clock of `hrtime`, and leaves marks in V8's log. */
const PROGRAM = `
const vm = require('node:vm');
const mark = (name) => {
  const now = Number(process.hrtime.bigint() / 1000n);
  new vm.Script('0', { filename: 'mark:' + name }).runInThisContext();
  return now;
};
function compute(ms) { const end = Date.now() + ms; let x = 0; while (Date.now() < end) x += Math.sqrt(x + 1); return x; }
const marks = [mark('a')];
compute(400);
marks.push(mark('b'));
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
marks.push(mark('c'));
console.log(JSON.stringify(marks));
`;

interface Clock {
  readonly timesUs: readonly number[];
  readonly cpuUs: readonly number[];
  readonly waitUs: readonly number[];
  readonly runnableUs: readonly number[];
  readonly anchorUs: number;
}

/** How much a column of the clock grew between two times, by the nearest readings outside them. */
function growth({ timesUs }: Clock, column: readonly number[], from: number, to: number): number {
  const before = timesUs.findLastIndex((time) => time <= from);
  const after = timesUs.findIndex((time) => time >= to);
  assert.ok(before >= 0 && after >= 0, `read from ${timesUs[0] - from} to ${(timesUs.at(-1) ?? 0) - to} µs`);
  return column[after] - column[before];
}

function clockOf({ cpuClock }: { readonly cpuClock?: Clock }): Clock {
  assert.ok(cpuClock);
  return cpuClock;
}

function checkClock(clock: Clock, [a, b, c]: readonly number[]): void {
  assert.ok(clock.timesUs.every((time, i) => i === 0 || time > clock.timesUs[i - 1]));
  assert.equal(clock.cpuUs.length, clock.timesUs.length);
  assert.equal(clock.waitUs.length, clock.timesUs.length);
  const busy = growth(clock, clock.cpuUs, a, b) + growth(clock, clock.waitUs, a, b);
  assert.ok(busy > 0.7 * (b - a), `computing: ${busy} µs of ${b - a}`);
  const asleep = growth(clock, clock.cpuUs, b, c);
  assert.ok(asleep < 0.3 * (c - b), `sleeping: ${asleep} µs of ${c - b}`);
  const runnable = growth(clock, clock.runnableUs, a, b);
  assert.ok(runnable > 0.1 * (b - a), `runnable: ${runnable} µs of ${b - a}`);
  const runnableAsleep = growth(clock, clock.runnableUs, b, c);
  assert.ok(runnableAsleep < 0.1 * (c - b), `runnable asleep: ${runnableAsleep} µs of ${c - b}`);
}

for (const major of nodeMajors) {
  describe(`the CPU clock on Node ${major}`, () => {
    const bench = useBench(major);
    const onLinux = itWhere(isLinux, 'the CPU clock needs Linux');
    let program: string;
    before(async () => {
      program = await bench.write('program.js', PROGRAM);
    });

    onLinux("is that of the inspector's samples", async () => {
      const { outcome, stdout } = await record(bench.options(program));
      const marks = JSON.parse(stdout.toString()) as number[];
      const profile = await readProfile(outcome);
      checkClock(clockOf(profile.$heatline), marks);
      const computing = new Set(
        profile.nodes.filter(({ callFrame }) => callFrame.functionName === 'compute').map(({ id }) => id),
      );
      let time = profile.startTime;
      const inside: number[] = [];
      for (const [i, node] of profile.samples.entries()) {
        time += profile.timeDeltas[i];
        if (computing.has(node)) inside.push(time);
      }
      const slack = 0.1 * (marks[1] - marks[0]);
      assert.ok(inside.length > 10);
      assert.ok(inside[0] > marks[0] - slack && (inside.at(-1) ?? 0) < marks[1] + slack);
    });

    onLinux("is tied to a V8 log's own by the anchor", async () => {
      const { outcome, stdout } = await record(bench.options(program, { sampler: 'v8log' }));
      const marks = JSON.parse(stdout.toString()) as number[];
      const lines = (await readFile(outcome.recording ?? '', 'utf8')).trimEnd().split('\n');
      const facts = JSON.parse(lines.at(-1)?.slice('heatline,'.length) ?? '') as { cpuClock: Clock };
      checkClock(clockOf(facts), marks);
      const loggedAt = (script: string): number =>
        Number(lines.find((line) => line.startsWith('code-creation,') && line.includes(script))?.split(',')[3]);
      const begin = loggedAt('heatline:clock');
      for (const [i, name] of ['a', 'b', 'c'].entries()) {
        const onLog = loggedAt(`mark:${name}`) - begin;
        const onClock = marks[i] - facts.cpuClock.anchorUs;
        assert.ok(Math.abs(onLog - onClock) < 0.1 * (marks[1] - marks[0]), `${name}: ${onLog} and ${onClock} µs`);
      }
    });
  });
}
