import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { ROTATE_EVERY } from '../../../../src/recorder/sampling/rotate.ts';
import { THREADS_KEY } from '../../../../src/recording/threads.ts';
import { bySampler, onRepaired } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { describeOnNodes, readNotes } from '../../../support/recording.ts';

/**
 * The main thread computes, then a worker, then a child. Each says between which times it did. In V8's log `begin` and `end` stand
 * with such times, as they are compiled when they are called.
 */
const THREE_THREADS = `const { Worker, isMainThread } = require('node:worker_threads');
const { fork } = require('node:child_process');
const now = () => Number(process.hrtime.bigint() / 1000n);
function begin() { return now(); }
function end() { return now(); }
const from = begin();
let x = 1;
for (let turn = 0; turn < 500; turn++) for (let i = 0; i < 1e6; i++) x = (Math.imul(x, 31) + i) | 0;
console.log(JSON.stringify([from, end()]));
if (isMainThread && !process.send) new Worker(__filename).on('exit', () => fork(__filename));
`;

/** How many samples each thread has, in the order of the threads, from when it began to when it ended to compute. */
function samplesInLog(text: string): number[] {
  return text.split(/(?<=\nheatline,.*\n)/).flatMap((section) => {
    if (!/^heatline,/m.test(section)) return [];
    const compiledAt = (name: string): number =>
      Number(new RegExp(`^code-creation,[^,]*,\\d+,(\\d+),.*,${name} `, 'm').exec(section)?.[1]);
    const [from, to] = [compiledAt('begin'), compiledAt('end')];
    const ticks = [...section.matchAll(/^tick,[^,]*,(\d+),/gm)].map(([, time]) => Number(time));
    return [ticks.filter((time) => time >= from && time <= to).length];
  });
}

interface Profile {
  readonly startTime: number;
  readonly timeDeltas: readonly number[];
  readonly [THREADS_KEY]?: readonly Profile[];
}

/** The same, by when they computed. */
function samplesInProfile(text: string, computing: readonly (readonly number[])[]): number[] {
  const main = JSON.parse(text) as Profile;
  return [main, ...(main[THREADS_KEY] ?? [])].map(({ startTime, timeDeltas }, i) => {
    const [from, to] = computing[i];
    let time = startTime;
    const samples = timeDeltas.filter((delta) => (time += delta) >= from && time <= to).length;
    // As samples are taken out of the program, V8 takes some without a signal.
    return samples - 3 * Math.ceil((to - from) / 1000 / ROTATE_EVERY);
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

describeOnNodes('records of samples', nodeMajors, (bench) => {
  bySampler(onRepaired)('are there for each sample of each thread', async (sampler) => {
    const { file, stdout } = await bench.record(THREE_THREADS, { sampler });
    const text = await readFile(file, 'utf8');
    const lines = stdout.trim().split('\n');
    const computing = lines.map((line) => JSON.parse(line) as number[]);
    const samples = sampler === 'v8log' ? samplesInLog(text) : samplesInProfile(text, computing);
    const { sections } = await readNotes(file);
    assert.deepEqual([sections.length, samples.length, computing.length], [3, 3, 3]);
    for (const [i, { facts, cpuClock }] of sections.entries()) {
      assert.ok(cpuClock?.records, 'with times that go back they would not be understood');
      const { timeUs, cpuUs, states } = cpuClock.records;
      assert.ok(samples[i] > 0, 'the thread was sampled while it computed');
      assert.ok(states.length >= samples[i], `${states.length} records of ${samples[i]} samples`);
      assert.ok(states.includes('R'), states);
      const startUs = facts.thread?.startUs ?? NaN;
      assert.ok(timeUs[0] >= startUs, `${timeUs[0]} µs is before the thread began, ${startUs} µs`);
      assert.ok(sum(cpuUs.slice(1)) > 0);
    }
  });
});
