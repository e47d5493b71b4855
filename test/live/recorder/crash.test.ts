import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { finishLeftovers } from '../../../src/recorder/index.ts';
import { killQuietly } from '../../../src/recorder/program/program.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { hottestLine } from '../../support/figures.ts';
import { bySampler, isLinux } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { printed, recordApart, describeOnNodes } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { assertQuarter, QUARTERS } from './quarters.ts';
import { wordsOf } from '../../support/told.ts';

const PROGRAM = `${QUARTERS}
const { isMainThread, Worker } = require('worker_threads');
if (isMainThread) new Worker(__filename);
setInterval(() => { quarter(); most(); }, 5);`;

const CLOCK = isLinux ? 'cpu' : 'wall';

describeOnNodes('a recording whose recorder is killed', outerNodeMajors, (bench) => {
  bySampler()('stands on disk, and is made whole by the next one', async (sampler) => {
    const program = await bench.write('app.js', PROGRAM);
    const options = bench.options(program, { sampler });
    const recorder = await recordApart(options, 'console.log((await starting).pid);');
    const pid = Number(await printed(recorder));
    const parent = path.dirname(options.output);
    const [folder] = (await readdir(parent)).map((name) => path.join(parent, name));
    let before: Analysis | undefined;
    await until('it can be read while it grows', async () => {
      // Nothing is there at first, then nothing of the worker, and the clocks come last.
      before = await analyze(folder).catch(() => undefined);
      return before?.quality.valueName === CLOCK && before.threads.filter(({ samples }) => samples > 100).length === 2;
    });
    assert.deepEqual(await finishLeftovers(parent), [], 'its recorder lives');
    recorder.kill('SIGKILL');
    await once(recorder, 'exit');
    killQuietly(pid, 'SIGKILL');
    await until('the program is gone', () => !isAlive(pid));
    const least = before?.quality.samples ?? 0;
    check(await analyze(folder), least);
    const [{ recording, ...leftover }, ...others] = await finishLeftovers(parent);
    assert.deepEqual(others, []);
    assert.equal(leftover.program, program);
    assert.equal(recording, path.join(parent, `out-unfinished.${sampler === 'v8log' ? 'v8log' : 'cpuprofile'}`));
    assert.deepEqual(await readdir(parent), [path.basename(recording)]);
    const whole = await analyze(recording);
    check(whole, least);
    assert.ok(whole.diagnostics.some(({ code }) => code === 'recorder-killed'));
    assert.deepEqual(await finishLeftovers(parent), []);
  });
});

/** `least`: the samples that were on disk before. */
function check(analysis: Analysis, least: number): void {
  assert.ok(analysis.quality.samples >= least);
  assert.deepEqual(wordsOf(analysis.threads, 'kind'), ['main', 'worker']);
  assert.equal(analysis.quality.valueName, CLOCK);
  assertQuarter(analysis);
  assert.equal(hottestLine(analysis), 'app.js:1');
}
