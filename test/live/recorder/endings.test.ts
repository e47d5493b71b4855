import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { analyze } from '../../../src/analysis/analyze.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import type { Ending } from '../../../src/recording/index.ts';
import { hottestLine } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes, readProfile, useBench } from '../../support/recording.ts';
import { wordsOf } from '../../support/told.ts';

const SPIN = `${BUSY}busy(100); console.log('up');\nfor (;;) busy(50);`;
const KILL = "require('child_process').execFileSync('kill', ['-9', String(process.pid)])";

const endings: { name: string; code: string; ending: Ending; stderr?: RegExp }[] = [
  { name: 'a normal end', code: 'busy(100); process.exitCode = 3', ending: { kind: 'exit', code: 3 } },
  { name: 'process.exit', code: 'busy(100); process.exit(4)', ending: { kind: 'exit', code: 4 } },
  {
    name: "process.exit inside an 'exit' listener",
    code: "process.on('exit', () => { busy(100); process.exit(7); })",
    ending: { kind: 'exit', code: 7 },
  },
  {
    name: 'an uncaught throw',
    code: "busy(100); throw new Error('boom')",
    ending: { kind: 'exit', code: 1, error: 'Error' },
    stderr: /Error: boom/,
  },
  {
    name: 'an unhandled rejection',
    code: "busy(100); Promise.reject(new Error('boom'))",
    ending: { kind: 'exit', code: 1, error: 'Error' },
    stderr: /Error: boom/,
  },
  {
    name: 'SIGTERM without a handler',
    // In later turns of its loop: one that is not seen to turn has its signals back.
    code: "busy(100); setInterval(() => {}, 1000); setImmediate(setImmediate, () => require('child_process').spawn('kill', [`${process.pid}`]))",
    ending: { kind: 'signal', signal: 'SIGTERM' },
  },
  {
    name: 'SIGTERM that it sends to itself, at once',
    code: "busy(100); process.kill(process.pid, 'SIGTERM'); process.exit(9)",
    ending: { kind: 'signal', signal: 'SIGTERM' },
  },
  {
    name: 'SIGINT that it sends to itself as the last it does',
    code: "busy(100); process.kill(process.pid, 'SIGINT')",
    ending: { kind: 'signal', signal: 'SIGINT' },
  },
  {
    name: 'SIGINT with a handler of its own',
    code: "process.on('SIGINT', () => process.exit(5)); busy(100); process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1000)",
    ending: { kind: 'exit', code: 5 },
  },
];

const FAMILY = `
const cp = require('child_process'), cluster = require('cluster'), { Worker } = require('worker_threads');
const seen = "JSON.stringify(process.execArgv), !!require('inspector').url(), Object.keys(process.env).filter((k) => /HEATLINE_REN/.test(k)).length";
if (cluster.isWorker || process.argv[2] === 'child') {
  console.log('child', ...eval('[' + seen + ']'));
  process.exit(cluster.isWorker ? 4 : 0);
} else (async () => {
  const end = (c) => new Promise((resolve) => c.on('exit', (code) => { console.log('ended', code); resolve(); }));
  await end(cp.fork(__filename, ['child'], { stdio: 'inherit' }));
  await end(cp.spawn(process.execPath, [...process.execArgv, __filename, 'child'], { stdio: 'inherit' }));
  await end(cluster.fork());
  await end(new Worker('console.log("worker", ' + seen + ')', { eval: true }));
  const listeners = ['SIGINT', 'SIGTERM', 'exit', 'uncaughtExceptionMonitor'].reduce((n, name) => n + process.listenerCount(name), 0);
  console.log('main', JSON.stringify(process.execArgv), listeners - process.listenerCount('exit'), Object.keys(process.env).filter((k) => /HEATLINE_REN/.test(k)).length);
})();
`;

describeOnNodes('a recording', outerNodeMajors, (bench) => {
  for (const { name, code, ending, stderr } of endings)
    it(`survives ${name}`, async () => {
      const recorded = await bench.record(BUSY + code);
      assert.deepEqual([recorded.outcome.ending, recorded.outcome.diagnostics], [ending, []]);
      const profile = await readProfile(recorded.outcome);
      assert.ok(profile.nodes.some(({ callFrame }) => callFrame.functionName === 'busy'));
      assert.equal(profile.$heatline.version, 1);
      assert.match(recorded.stderr, stderr ?? /^$/);
      assert.doesNotMatch(recorded.stderr, /[Dd]ebugger/);
    });

  for (const sampler of ['inspector', 'v8log'] as const)
    it(`is taken by stop() out of an endless loop, whole (${sampler})`, async () => {
      const session = await startRecording(bench.options(await bench.write('spin.js', SPIN), { sampler }));
      const stderr = text(session.stderr!);
      await once(session.stdout!, 'data');
      assert.deepEqual(await session.evaluate('{ a: 1, b: [1, 2] }'), { ok: true, text: '{ a: 1, b: [ 1, 2 ] }' });
      await Promise.all([session.stop(), session.stop()]);
      const { recording = '', ending, diagnostics } = await session.finished;
      assert.deepEqual([ending, diagnostics], [{ kind: 'stopped', by: 'user' }, []]);
      assert.equal(await stderr, '');
      assert.ok(!isAlive(session.pid ?? NaN), 'the program is gone');
      assert.deepEqual(await readdir(path.dirname(recording)), [path.basename(recording)]);
      assert.equal(hottestLine(await analyze(recording)), 'spin.js:1');
    });

  it('ends when its duration runs out', async () => {
    const { outcome } = await bench.record(SPIN, { duration: 500 });
    assert.deepEqual(outcome.ending, { kind: 'stopped', by: 'duration' });
    assert.ok((await readProfile(outcome)).samples.length > 0);
  });

  for (const [signal, code] of Object.entries({ SIGABRT: 'process.abort()', SIGKILL: KILL }))
    it(`says that ${signal} lost it`, async () => {
      const { outcome } = await bench.record(code);
      assert.equal(outcome.recording, undefined);
      assert.deepEqual(outcome.ending, { kind: 'killed', signal });
      assert.deepEqual(wordsOf(outcome.diagnostics, 'severity'), ['error']);
    });

  it('keeps its flags and variables out of the sight of children, clusters and workers', async () => {
    const { outcome, stdout } = await bench.record(FAMILY, { runtimeArgs: ['--no-opt'] });
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
    const own = '["--no-opt"] false 0';
    const child = (code: number): string[] => [`child ${own}`, `ended ${code}`];
    assert.deepEqual(stdout.trim().split('\n'), [
      ...[...child(0), ...child(0), ...child(4)],
      ...[`worker ${own}`, 'ended 0', 'main ["--no-opt"] 0 0'],
    ]);
  });
});

describe('a duration that is longer than timers can be', () => {
  const bench = useBench();

  it('leaves the program its time', async () => {
    const { outcome } = await bench.record(`${BUSY}busy(100);`, { duration: 2 ** 31 });
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
  });
});
