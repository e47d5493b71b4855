import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { finishLeftovers } from '../../../src/recorder/index.ts';
import { Journal } from '../../../src/recorder/journal.ts';
import { readJournals } from '../../../src/readers/unfinished/read-unfinished.ts';
import { isLinux, isWindows, itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';
import { recordApart } from './record-apart.ts';

/** One of four parts of its work in `quarter`: counted, for the CPU is not always ours. */
const SHARED = `
function work(times) { let x = 0; for (let i = 0; i < times * 1e5; i++) x += Math.sqrt(x + i); return x; }
function quarter() { return work(60); }
function most() { return work(180); }
`;
/** Some seconds of ticks at 200 µs. */
const LOG_LIMIT = 2e6;
/** About 1.5 s of samples: two parts are always kept. */
const SMALL = 8 * 1000;

for (const major of outerNodeMajors) {
  describe(`a run that is longer than its detail, on Node ${major}`, function () {
    this.timeout(90_000);
    const bench = useBench(major);

    it('has all of its time, and the order of the newest samples only', async () => {
      const text = `${SHARED}const end = Date.now() + 9000;
(function turn() { quarter(); most(); if (Date.now() < end) setTimeout(turn, 5); })();`;
      const program = await bench.write('long.js', text);
      const { outcome } = await record(bench.options(program, { detailLimit: SMALL }));
      assert.deepEqual(outcome.diagnostics, []);
      const { functions, quality } = await analyze(outcome.recording ?? '');
      const total = (name: string): number => functions.totalTime[functions.name.indexOf(name)] / quality.activeTime;
      assert.ok(Math.abs(total('quarter') - 0.25) < 0.04, `quarter has ${total('quarter')}`);
      const rest = 1 - total('quarter') - total('most') - quality.gcTime / quality.activeTime;
      assert.ok(rest < 0.05, `neither has ${rest}`);
      assert.ok(quality.samples > 4000, `${quality.samples} samples`);
      const { orderFrom = 0, coarsestSpan = 0, duration } = quality;
      assert.ok(orderFrom > 3e6 && orderFrom < duration - 2e6, `order from ${orderFrom} of ${duration} on`);
      assert.ok(coarsestSpan >= 1e6 && coarsestSpan < 3e6, `known to within ${coarsestSpan}`);
      const early = await analyze(outcome.recording ?? '', { range: { from: 2.5e6, to: 3.5e6 } });
      assert.ok(early.quality.activeTime > 3e5, 'a second of the thinned part has its part of the time');
    });

    itWhere(!isWindows, 'Windows has no SIGKILL')('survives a kill -9 of its recorder with all of it', async () => {
      const program = await bench.write('killed.js', `${SHARED}setInterval(() => { quarter(); most(); }, 90);`);
      const output = path.join(bench.folder, 'left', 'out.cpuprofile');
      const { recorder } = await recordApart(bench.options(program, { output, detailLimit: SMALL, interval: 200 }));
      await sleep(9000);
      recorder.kill('SIGKILL');
      await once(recorder, 'exit');
      const [leftover] = await untilFinished(path.dirname(output));
      const { functions, quality } = await analyze(leftover.recording);
      const total = (name: string): number => functions.totalTime[functions.name.indexOf(name)] / quality.activeTime;
      assert.ok(Math.abs(total('quarter') - 0.25) < 0.05, `quarter has ${total('quarter')}`);
      assert.ok(quality.duration > 6e6, `it has ${quality.duration}`);
    });
  });
}

for (const major of outerNodeMajors) {
  describe(`V8 logs that reach their limit, on Node ${major}`, function () {
    this.timeout(90_000);
    const bench = useBench(major);
    const shareOf = ({ functions, quality }: Analysis, name: string): number =>
      functions.totalTime[functions.name.indexOf(name)] / quality.activeTime;

    itWhere(isLinux, 'only Linux takes back the beginning of a file')('lose order, and nothing else', async () => {
      const text = `${SHARED}const end = Date.now() + 12000;
(function turn() { quarter(); most(); if (Date.now() < end) setTimeout(turn, 5); })();`;
      const program = await bench.write('long.js', text);
      const options = bench.options(program, { sampler: 'v8log', logLimit: LOG_LIMIT, interval: 200 });
      const { outcome } = await record(options);
      const codes = outcome.diagnostics.map(({ code }) => code);
      assert.deepEqual(codes, ['interval-short']);
      const file = outcome.recording ?? '';
      const { size, blocks } = await stat(file);
      assert.ok(size < LOG_LIMIT * 1.5 && blocks * 512 < LOG_LIMIT * 1.5, `${size} bytes`);
      const analysis = await analyze(file);
      const { quality } = analysis;
      assert.ok(Math.abs(shareOf(analysis, 'quarter') - 0.25) < 0.04, `quarter has ${shareOf(analysis, 'quarter')}`);
      assert.ok(shareOf(analysis, 'quarter') + shareOf(analysis, 'most') > 0.93);
      const { orderFrom = 0, coarsestSpan = 0, duration } = quality;
      assert.ok(orderFrom > 1e6 && orderFrom < duration - 1e6, `order from ${orderFrom} of ${duration} on`);
      assert.ok(coarsestSpan >= 1e6 && coarsestSpan < orderFrom, `known to within ${coarsestSpan}`);
      assert.ok(duration > 12e6, `it lasted ${duration}`);
      const early = await analyze(file, { range: { from: 2.5e6, to: 3.5e6 } });
      assert.ok(early.quality.activeTime > 3e5, 'a second of the thinned part has its part of the time');
      assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
    });

    itWhere(isLinux, 'only Linux takes back the beginning of a file')('survive a kill -9 of the recorder', async () => {
      const program = await bench.write('killed.js', `${SHARED}setInterval(() => { quarter(); most(); }, 60);`);
      const output = path.join(bench.folder, 'left', 'out.cpuprofile');
      const options = bench.options(program, { output, sampler: 'v8log', logLimit: LOG_LIMIT, interval: 200 });
      const { recorder } = await recordApart(options);
      await sleep(12_000);
      recorder.kill('SIGKILL');
      await once(recorder, 'exit');
      const [leftover] = await untilFinished(path.dirname(output));
      const analysis = await analyze(leftover.recording);
      const { orderFrom = 0, duration } = analysis.quality;
      assert.ok(Math.abs(shareOf(analysis, 'quarter') - 0.25) < 0.05, `quarter has ${shareOf(analysis, 'quarter')}`);
      assert.ok(orderFrom > 1e6 && duration > 9e6, `order from ${orderFrom} of ${duration} on`);
    });
  });
}

async function untilFinished(folder: string): ReturnType<typeof finishLeftovers> {
  for (let tries = 0; tries < 100; tries++) {
    const finished = await finishLeftovers(folder);
    if (finished.length > 0) return finished;
    await sleep(100);
  }
  throw new Error('nothing was finished');
}
