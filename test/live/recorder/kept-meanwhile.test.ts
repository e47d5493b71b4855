import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { finishLeftovers } from '../../../src/recorder/index.ts';
import { killQuietly } from '../../../src/recorder/program/program.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { fewest, most } from '../../support/chance.ts';
import { hottestLine, samplesOf, selfTimeOf } from '../../support/figures.ts';
import { bySampler, isLinux } from '../../support/it-where.ts';
import { journalsIn, partsTaken } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, BUSY, describeOnNodes, exit, finish, printed, recordApart } from '../../support/recording.ts';
import { codesOf, wordsOf } from '../../support/told.ts';
import { until } from '../../support/until.ts';

/** Text of a program that can do one of four parts of its work in `quarter()`, and the rest in `most()`; all on line 1. */
const QUARTERS = `${BUSY}
function quarter() { return busy(5); }
function most() { return busy(15); }
`;

/** Fails where the recording of such a program has lost or doubled samples of one of them. */
function assertQuarter(analysis: Analysis): void {
  const [one, others] = [samplesOf(analysis, 'quarter'), samplesOf(analysis, 'most')];
  const all = one + others;
  assert.ok(all > 0, 'there are samples');
  assert.ok(one >= fewest(all, 0.25) && one <= most(all, 0.25), `quarter has ${one} of ${all} samples`);
}

describeOnNodes('samples that are taken while the program runs', outerNodeMajors, (bench) => {
  it('are one recording at the end, without a gap and without what took them', async () => {
    const text = `${QUARTERS}const began = performance.now(), { existsSync } = require('fs');
while (!existsSync('enough')) { quarter(); most(); }
console.log(performance.now() - began);`;
    const session = await bench.start(text);
    await partsTaken(session.folder);
    await bench.write('enough', '');
    const recorded = await finish(session);
    await assertRecorded(recorded, { stderr: '', ending: exit(0), codes: [] });
    const analysis = await recorded.analyze();
    assertQuarter(analysis);
    const { duration } = analysis.quality;
    assert.equal(selfTimeOf(analysis, 'rotate'), 0);
    assert.ok(duration > 1000 * Number(recorded.stdout), `it has ${duration} µs`);
  });

  it('outlive a kill -9 of the program, its workers’ too', async () => {
    const text = `${QUARTERS}const { isMainThread, Worker } = require('worker_threads');
if (isMainThread) new Worker(__filename);
for (;;) { quarter(); most(); }`;
    const session = await bench.start(text);
    await partsTaken(session.folder, 2);
    session.abandon();
    const { recording = '', ending, diagnostics } = await session.finished;
    assert.deepEqual(ending, { kind: 'killed', signal: 'SIGKILL' });
    assert.deepEqual(codesOf(diagnostics), ['program-gone']);
    assert.match(describeDiagnostic(diagnostics[0]), /killed by SIGKILL; what was sampled .* was kept\.$/);
    const analysis = await analyze(recording);
    assert.deepEqual(wordsOf(analysis.threads, 'kind', 'reason'), ['main undefined', 'worker undefined']);
    for (const id of [1, 2]) assertQuarter(await analyze(recording, { thread: id }));
  });

  it('are fewer than there were, of all of its time, where there are more than are kept', async () => {
    const text = `${QUARTERS}const { existsSync } = require('fs');
(function turn() { quarter(); most(); if (!existsSync('many')) setTimeout(turn, 5); })();`;
    // Room for a thousand samples, and so short an interval that there are soon more.
    const session = await bench.start(text, { detailLimit: 12 * 1000, interval: 200 });
    const isCoarse = (journal: string): boolean => /"keptOneIn":(?!1\b)/.test(journal);
    await until('samples were dropped', () => journalsIn(session.folder).some(isCoarse));
    await bench.write('many', '');
    const { codes, file, analyze: analyzeIt } = await finish(session);
    assert.deepEqual(codes, ['interval-short']);
    const analysis = await analyzeIt();
    assertQuarter(analysis);
    const { keptOneIn = 1 } = analysis.quality;
    assert.ok(keptOneIn >= 2 && Number.isInteger(Math.log2(keptOneIn)), `one of ${keptOneIn}`);
    assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
  });
});

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
