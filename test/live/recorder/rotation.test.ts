import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { partsTaken } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { collect, describeOnNodes } from '../../support/recording.ts';
import { assertQuarter, QUARTERS } from './quarters.ts';
import { wordsOf } from '../../support/told.ts';

describeOnNodes('samples that are taken while the program runs', outerNodeMajors, (bench) => {
  it('are one recording at the end, without a gap and without what took them', async () => {
    const text = `${QUARTERS}const began = performance.now(), { existsSync } = require('fs');
while (!existsSync('enough')) { quarter(); most(); }
console.log(performance.now() - began);`;
    const session = await startRecording(bench.options(await bench.write('spins.js', text)));
    const [stdout, stderr] = [session.stdout, session.stderr].map(collect);
    await partsTaken(session.folder);
    await writeFile(`${bench.folder}/enough`, '');
    const { recording = '', ending, diagnostics } = await session.finished;
    assert.deepEqual([ending, diagnostics], [{ kind: 'exit', code: 0 }, []]);
    assert.equal(String(await stderr), '');
    const analysis = await analyze(recording);
    assertQuarter(analysis);
    const { functions, quality } = analysis;
    assert.equal(functions.selfTime[functions.name.indexOf('rotate')] ?? 0, 0);
    assert.ok(quality.duration > 1000 * Number(await stdout), `it has ${quality.duration} µs`);
  });

  it('outlive a kill -9 of the program, its workers’ too', async () => {
    const text = `${QUARTERS}const { isMainThread, Worker } = require('worker_threads');
if (isMainThread) new Worker(__filename);
for (;;) { quarter(); most(); }`;
    const session = await startRecording(bench.options(await bench.write('killed.js', text)));
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
});
