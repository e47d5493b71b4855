import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { OwnSamplerName } from '../../../../src/recording/index.ts';
import { parseHeatlineSection } from '../../../../src/recording/facts.ts';
import type { SampleRecords } from '../../../../src/recording/sample-records.ts';
import { THREADS_KEY } from '../../../../src/recording/threads.ts';
import { ROTATE_EVERY } from '../../../../src/recorder/sampling/rotate.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { describeOnNodes } from '../../../support/recording.ts';

const isProven = process.platform === 'linux' && process.arch === 'x64';

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

/** A thread of a recording. */
interface Thread {
  /** While it computed. */
  readonly samples: number;
  readonly records: SampleRecords | undefined;
  /** When it began, in microseconds on the clock of the records. */
  readonly startUs: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function threadOf(json: unknown, samples: number): Thread {
  const { facts, cpuClock } = parseHeatlineSection('', json);
  return { samples, records: cpuClock?.records, startUs: facts.thread?.startUs ?? NaN };
}

function threadsInLog(text: string): Thread[] {
  return text.split(/(?<=\nheatline,.*\n)/).flatMap((section) => {
    const json = /^heatline,(.*)$/m.exec(section)?.[1];
    if (json === undefined) return [];
    const compiledAt = (name: string): number =>
      Number(new RegExp(`^code-creation,[^,]*,\\d+,(\\d+),.*,${name} `, 'm').exec(section)?.[1]);
    const [from, to] = [compiledAt('begin'), compiledAt('end')];
    const ticks = [...section.matchAll(/^tick,[^,]*,(\d+),/gm)].map(([, time]) => Number(time));
    return [threadOf(JSON.parse(json), ticks.filter((time) => time >= from && time <= to).length)];
  });
}

interface Profile {
  readonly startTime: number;
  readonly timeDeltas: readonly number[];
  readonly $heatline: unknown;
  readonly [THREADS_KEY]?: readonly Profile[];
}

/** `computing`: when the threads did, in their order. */
function threadsInProfile(text: string, computing: readonly (readonly number[])[]): Thread[] {
  const main = JSON.parse(text) as Profile;
  return [main, ...(main[THREADS_KEY] ?? [])].map(({ startTime, timeDeltas, $heatline }, i) => {
    const [from, to] = computing[i];
    let time = startTime;
    const samples = timeDeltas.filter((delta) => (time += delta) >= from && time <= to).length;
    // As samples are taken out of the program, V8 takes some without a signal.
    const rotations = Math.ceil((to - from) / 1000 / ROTATE_EVERY);
    return threadOf($heatline, samples - 3 * rotations);
  });
}

describeOnNodes('records of samples', nodeMajors, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const satisfies OwnSamplerName[])
    itWhere(isProven, 'the handler before V8’s is for Linux x64')(
      `are there for each sample of each thread (${sampler})`,
      async () => {
        const { file, stdout } = await bench.record(THREE_THREADS, { sampler });
        const text = await readFile(file, 'utf8');
        const lines = stdout.trim().split('\n');
        const computing = lines.map((line) => JSON.parse(line) as number[]);
        const threads = sampler === 'v8log' ? threadsInLog(text) : threadsInProfile(text, computing);
        assert.deepEqual([threads.length, computing.length], [3, 3]);
        for (const { records, samples, startUs } of threads) {
          assert.ok(records, 'with times that go back they would not be understood');
          const { timeUs, cpuUs, states } = records;
          assert.ok(samples > 0, 'the thread was sampled while it computed');
          assert.ok(states.length >= samples, `${states.length} records of ${samples} samples`);
          assert.ok(states.includes('R'), states);
          assert.ok(timeUs[0] >= startUs, `${timeUs[0]} µs is before the thread began, ${startUs} µs`);
          assert.ok(sum(cpuUs.slice(1)) > 0);
        }
      },
    );
});
