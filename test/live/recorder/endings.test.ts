import assert from 'node:assert/strict';
import { once } from 'node:events';
import { startRecording } from '../../../src/recorder/index.ts';
import type { Ending } from '../../../src/recording/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, collect, readProfile, record, useBench } from '../../support/recording.ts';

const SPIN = `${BUSY}console.log('up'); for (;;) busy(50);`;

const endings: { name: string; code: string; ending: Ending; stderr?: RegExp }[] = [
  { name: 'a normal end', code: 'busy(120); process.exitCode = 3', ending: { kind: 'exit', code: 3 } },
  { name: 'process.exit', code: 'busy(120); process.exit(4)', ending: { kind: 'exit', code: 4 } },
  {
    name: "process.exit inside an 'exit' listener",
    code: "process.on('exit', () => { busy(120); process.exit(7); })",
    ending: { kind: 'exit', code: 7 },
  },
  {
    name: 'an uncaught throw',
    code: "busy(120); throw new Error('boom')",
    ending: { kind: 'exit', code: 1, error: 'Error' },
    stderr: /Error: boom/,
  },
  {
    name: 'an unhandled rejection',
    code: "busy(120); Promise.reject(new Error('boom'))",
    ending: { kind: 'exit', code: 1, error: 'Error' },
    stderr: /Error: boom/,
  },
  {
    name: 'SIGTERM without a handler',
    code: "busy(120); require('child_process').spawn('kill', [`${process.pid}`]); setInterval(() => {}, 1000)",
    ending: { kind: 'signal', signal: 'SIGTERM' },
  },
  {
    name: 'SIGTERM that it sends to itself, at once',
    code: "busy(120); process.kill(process.pid, 'SIGTERM'); process.exit(9)",
    ending: { kind: 'signal', signal: 'SIGTERM' },
  },
  {
    name: 'SIGINT that it sends to itself as the last it does',
    code: "busy(120); process.kill(process.pid, 'SIGINT')",
    ending: { kind: 'signal', signal: 'SIGINT' },
  },
  {
    name: 'SIGINT with a handler of its own',
    code: "process.on('SIGINT', () => process.exit(5)); busy(120); process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1000)",
    ending: { kind: 'exit', code: 5 },
  },
];

describe('a duration that is longer than timers can be', () => {
  const bench = useBench();

  it('leaves the program its time', async () => {
    const program = await bench.write('long.js', `${BUSY}busy(1500);`);
    const { outcome } = await record(bench.options(program, { duration: 2 ** 31 }));
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
  });
});

for (const major of nodeMajors) {
  describe(`a recording on Node ${major}`, function () {
    this.timeout(120_000);
    const bench = useBench(major);

    for (const { name, code, ending, stderr } of endings) {
      it(`survives ${name}`, async () => {
        const program = await bench.write('program.js', BUSY + code);
        const recorded = await record(bench.options(program));
        assert.deepEqual(recorded.outcome.ending, ending);
        assert.deepEqual(recorded.outcome.diagnostics, []);
        const profile = await readProfile(recorded.outcome);
        assert.ok(profile.nodes.some(({ callFrame }) => callFrame.functionName === 'busy'));
        assert.equal(profile.$heatline.version, 1);
        assert.match(recorded.stderr.toString(), stderr ?? /^$/);
        assert.doesNotMatch(recorded.stderr.toString(), /[Dd]ebugger/);
      });
    }

    it('is taken by stop() out of an endless loop', async () => {
      const program = await bench.write('spin.js', SPIN);
      const session = await startRecording(bench.options(program));
      const stderr = collect(session.stderr);
      if (session.stdout) await once(session.stdout, 'data');
      assert.deepEqual(await session.evaluate('{ a: 1, b: [1, 2] }'), { ok: true, text: '{ a: 1, b: [ 1, 2 ] }' });
      await Promise.all([session.stop(), session.stop()]);
      const outcome = await session.finished;
      assert.deepEqual(outcome.ending, { kind: 'stopped', by: 'user' });
      assert.ok((await readProfile(outcome)).samples.length > 0);
      assert.equal((await stderr).toString(), '');
    });

    it('ends when its duration runs out', async () => {
      const program = await bench.write('spin.js', SPIN);
      const { outcome } = await record(bench.options(program, { duration: 300 }));
      assert.deepEqual(outcome.ending, { kind: 'stopped', by: 'duration' });
      assert.ok((await readProfile(outcome)).samples.length > 0);
    });

    it('keeps a V8 log with the facts as its last line, also of a killed program', async () => {
      const program = await bench.write(
        'killed.js',
        `${BUSY}busy(300); require('child_process').execFileSync('kill', ['-9', String(process.pid)])`,
      );
      const { outcome } = await record(bench.options(program, { sampler: 'v8log' }));
      assert.deepEqual(outcome.ending, { kind: 'killed', signal: 'SIGKILL' });
      assert.ok(outcome.recording?.endsWith('out.v8log'));
      const { readFile } = await import('node:fs/promises');
      const lines = (await readFile(outcome.recording ?? '', 'utf8')).trimEnd().split('\n');
      assert.ok(lines.some((line) => line.startsWith('tick,')));
      const last = lines.at(-1) ?? '';
      assert.ok(last.startsWith('heatline,{'));
      assert.equal((JSON.parse(last.slice('heatline,'.length)) as { sampler: string }).sampler, 'v8log');
    });

    const lost = {
      SIGABRT: 'process.abort()',
      SIGKILL: "require('child_process').execFileSync('kill', ['-9', String(process.pid)])",
    };
    for (const [signal, code] of Object.entries(lost)) {
      it(`says that ${signal} lost it`, async () => {
        const program = await bench.write('lost.js', code);
        const { outcome } = await record(bench.options(program));
        assert.equal(outcome.recording, undefined);
        assert.deepEqual(outcome.ending, { kind: 'killed', signal });
        assert.equal(outcome.diagnostics.length, 1);
        assert.equal(outcome.diagnostics[0].severity, 'error');
      });
    }

    it('keeps its flags and variables out of the sight of children, clusters and workers', async () => {
      const program = await bench.write('family.js', FAMILY);
      const { outcome, stdout } = await record(bench.options(program, { runtimeArgs: ['--no-opt'] }));
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      const own = '["--no-opt"] false 0';
      assert.deepEqual(stdout.toString().trim().split('\n'), [
        `child ${own}`,
        'ended 0',
        `child ${own}`,
        'ended 0',
        `child ${own}`,
        'ended 4',
        `worker ${own}`,
        'ended 0',
        'main ["--no-opt"] 0 0',
      ]);
    });
  });
}

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
