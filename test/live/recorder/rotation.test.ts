import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { selfTimeOf } from '../../support/figures.ts';
import { journalsIn, partsTaken } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, describeOnNodes, exit, finish } from '../../support/recording.ts';
import { assertQuarter, QUARTERS } from './quarters.ts';
import { wordsOf } from '../../support/told.ts';
import { until } from '../../support/until.ts';

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
    assert.deepEqual(diagnostics, [{ code: 'samples-cut', severity: 'warning', why: 'killed', signal: 'SIGKILL' }]);
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
