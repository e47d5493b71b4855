import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { analyze } from '../../../src/analysis/analyze.ts';
import { UnreadableRecordingError } from '../../../src/analysis/errors.ts';
import { AnalysisCancelledError, type AnalysisProgress, AnalysisWorker } from '../../../src/analysis/index.ts';

const program = `
function hot(n) { let x = 0; for (let i = 0; i < n; i++) x = Math.imul(x, 31) + i; return x; }
const end = Date.now() + 200;
while (Date.now() < end) hot(1e5);
`;

describe('AnalysisWorker', function () {
  this.timeout(30_000);
  let folder: string;
  let recording: string;
  let workers: AnalysisWorker;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'heatline-worker-'));
    recording = path.join(folder, 'busy.cpuprofile');
    writeFileSync(path.join(folder, 'busy.js'), program);
    const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-name=busy.cpuprofile'];
    execFileSync(process.execPath, [...flags, path.join(folder, 'busy.js')]);
    const workerFile = path.join(folder, 'analysis-worker.cjs');
    await build({
      entryPoints: ['src/analysis/worker.ts'],
      outfile: workerFile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    });
    workers = new AnalysisWorker(workerFile);
  });

  after(() => {
    workers.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives the same answer as the analysis on this thread', async () => {
    const stages = new Set<AnalysisProgress['stage']>();
    const there = await workers.analyze(recording, { onProgress: ({ stage }) => stages.add(stage) });
    const here = await analyze(recording);
    assert.deepEqual(there, here);
    assert.ok(stages.has('mapping') && stages.has('aggregating'));
    const hottest = there.lines.selfTime.indexOf(Math.max(...there.lines.selfTime));
    assert.equal(there.lines.line[hottest], 2);
  });

  it('works on several recordings at once and again after that', async () => {
    const [first, second] = await Promise.all([workers.analyze(recording), workers.analyze(recording)]);
    assert.deepEqual(first, second);
    assert.equal((await workers.analyze(recording)).title, 'busy.cpuprofile');
  });

  it('says what is wrong with a recording that is not there, is a folder or is cut off', async () => {
    const cut = path.join(folder, 'cut.cpuprofile');
    writeFileSync(cut, readFileSync(recording).subarray(0, 2000));
    for (const file of [path.join(folder, 'nothing.cpuprofile'), folder, cut]) {
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
