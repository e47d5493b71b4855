import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { CpuClockReadings } from '../../../src/recording/facts.ts';
import { rowOf, samplesOf } from '../../support/figures.ts';
import { bySampler, onLinux } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes, readNotes, type Recorded } from '../../support/recording.ts';

/**
 * Computes, is blocked in `Atomics.wait` and in `execSync`, and is idle. Prints when that was, on the clock of `hrtime` and in
 * microseconds, and how long its main thread was on a CPU by then, and leaves marks in V8's log.
 */
const PROGRAM = `${BUSY}
const vm = require('node:vm'), { readFileSync } = require('node:fs'), { execSync } = require('node:child_process');
const marks = [];
function mark(name) {
  process.cpuUsage(); // makes the system count the time up to now
  const cpu = Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ')[0]) / 1000;
  marks.push({ now: Number(process.hrtime.bigint() / 1000n), cpu });
  new vm.Script('0', { filename: 'mark:' + name }).runInThisContext();
}
mark('a');
busy(150);
mark('b');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200); // @wait
mark('c');
function shell() { execSync('sleep 0.2'); }
shell();
setTimeout(() => console.log(JSON.stringify(marks)), 200);
`;
const WAIT_LINE = PROGRAM.split('\n').findIndex((line) => line.includes('@wait')) + 1;
/** A busy machine may take the CPU away between two readings of a clock, for less than this; in microseconds. */
const A_MINUTE = 60e6;

interface Mark {
  readonly now: number;
  readonly cpu: number;
}

/** When the log says that the marks were made, on the clock of the thread. */
async function loggedIn(file: string, anchorUs: number): Promise<number[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.startsWith('code-creation,'));
  const loggedAt = (script: string): number => Number(lines.find((line) => line.includes(script))?.split(',')[3]);
  const begin = loggedAt('heatline:clock') - anchorUs;
  return ['a', 'b', 'c'].map((name) => loggedAt(`mark:${name}`) - begin);
}

function checkClock({ timesUs, cpuUs, records }: CpuClockReadings, [a, b, c]: readonly Mark[]): void {
  assert.equal(timesUs.length, 2);
  assert.ok(timesUs[0] <= a.now && c.now <= timesUs[1], `read from ${timesUs[0] - a.now} to ${timesUs[1] - c.now} µs`);
  const grown = cpuUs[1] - cpuUs[0];
  assert.ok(grown >= b.cpu - a.cpu, `${grown} µs on a CPU, of ${b.cpu - a.cpu}`);
  assert.ok(records);
}

async function checkKinds(recorded: Recorded): Promise<void> {
  const analysis = await recorded.analyze();
  const { lines, functions, quality, sources } = analysis;
  assert.equal(quality.valueName, 'cpu');
  const row = rowOf(analysis, 'program.js', WAIT_LINE);
  assert.ok((lines.blockedTime?.[row] ?? 0) > 0, 'Atomics.wait is blocked');
  assert.ok((functions.totalBlockedTime?.[functions.name.indexOf('shell')] ?? 0) > 0, 'execSync is blocked');
  assert.ok(quality.idleTime > 0);
  assert.ok(samplesOf(analysis, 'busy') > 0);
  // What stands before the native function that waits for the child is told as that one.
  const paths = [...functions.source].map((source) => sources[source]?.path);
  assert.ok(paths.includes('node:child_process') && !paths.includes('node:internal/heatline'), String(paths));
  const wall = await recorded.analyze({ time: 'wall' });
  assert.equal(wall.quality.valueName, 'wall');
  assert.ok(wall.quality.activeTime > quality.activeTime, 'blocked time is active on the wall clock');
}

describeOnNodes('the kinds of time', outerNodeMajors, (bench) => {
  bySampler(onLinux)('are told by a clock that is that of the samples', async (sampler) => {
    const recorded = await bench.record(PROGRAM, { sampler });
    const marks = JSON.parse(recorded.stdout) as readonly Mark[];
    const [{ cpuClock }] = (await readNotes(recorded.file)).sections;
    assert.ok(cpuClock);
    checkClock(cpuClock, marks);
    const logged = sampler === 'v8log' ? await loggedIn(recorded.file, cpuClock.anchorUs ?? NaN) : [];
    for (const [i, time] of logged.entries())
      assert.ok(Math.abs(time - marks[i].now) < A_MINUTE, `${time} and ${marks[i].now} µs`);
    await checkKinds(recorded);
  });
});
