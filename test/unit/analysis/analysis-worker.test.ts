import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { analyze } from '../../../src/analysis/analyze.ts';
import { UnreadableRecordingError } from '../../../src/analysis/errors.ts';
import { AnalysisCancelledError, type AnalysisProgress, AnalysisWorker } from '../../../src/analysis/index.ts';
import { useScratch } from '../../support/scratch.ts';
import { smallProfile } from '../readers/cpuprofile/small-profile.ts';

describe('AnalysisWorker', () => {
  const scratch = useScratch();
  let recording: string;
  let workers: AnalysisWorker;

  before(async () => {
    recording = scratch('busy.cpuprofile');
    writeFileSync(recording, JSON.stringify(smallProfile()));
    const workerFile = scratch('analysis-worker.cjs');
    await build({
      ...{ entryPoints: ['src/analysis/worker.ts'], outfile: workerFile },
      ...{ bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' },
    });
    workers = new AnalysisWorker(workerFile);
  });
  after(() => workers.dispose());

  it('gives the same answer as the analysis on this thread', async () => {
    const stages = new Set<AnalysisProgress['stage']>();
    const there = await workers.analyze(recording, { onProgress: ({ stage }) => stages.add(stage) });
    const here = await analyze(recording);
    assert.deepEqual(there, here);
    assert.ok(stages.has('mapping') && stages.has('aggregating'));
    assert.ok(there.lines.selfTime.length > 0);
  });

  it('works on several recordings at once and again after that', async () => {
    const [first, second] = await Promise.all([workers.analyze(recording), workers.analyze(recording)]);
    assert.deepEqual(first, second);
    assert.equal((await workers.analyze(recording)).title, 'busy.cpuprofile');
  });

  it('says what is wrong with a recording that is not there, is a folder or is cut off', async () => {
    const cut = scratch('cut.cpuprofile');
    const whole = readFileSync(recording);
    writeFileSync(cut, whole.subarray(0, whole.length / 2));
    for (const file of [scratch('nothing.cpuprofile'), scratch(), cut]) {
      await assert.rejects(workers.analyze(file), (error: Error) => {
        assert.ok(error instanceof UnreadableRecordingError, error.stack);
        assert.ok(error.message.includes(file), error.message);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
    }
  });

  it('is called off at once, and works again after that', async () => {
    const abort = new AbortController();
    const answer = workers.analyze(recording, { signal: abort.signal });
    abort.abort();
    await assert.rejects(answer, AnalysisCancelledError);
    await assert.rejects(workers.analyze(recording, { signal: abort.signal }), AnalysisCancelledError);
    assert.equal((await workers.analyze(recording)).title, 'busy.cpuprofile');
  });
});
