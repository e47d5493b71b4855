import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { closing } from './closing.ts';
import { BUSY, collect, record, useBench } from '../../support/recording.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';

/**
 * Stands between the program's inspector and whoever connects to it, and answers `Profiler.stop` itself. A process of
 * its own: the program waits while it is asked.
 */
const PROXY = `
const { WebSocket, WebSocketServer } = require(${JSON.stringify(createRequire(import.meta.url).resolve('ws'))});
const [target, portFile, answer] = process.argv.slice(2);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
  require('fs').writeFileSync(portFile + '.new', String(server.address().port));
  require('fs').renameSync(portFile + '.new', portFile);
});
server.on('connection', (client) => {
  const inspector = new WebSocket(target);
  const early = [];
  inspector.on('open', () => early.forEach((text) => inspector.send(text)));
  client.on('message', (data) => {
    const text = data.toString();
    const { id, method } = JSON.parse(text);
    if (method === 'Profiler.stop') client.send('{"id":' + id + ',' + answer + '}');
    else if (inspector.readyState === 1) inspector.send(text);
    else early.push(text);
  });
  inspector.on('message', (data) => client.send(data.toString()));
  inspector.on('close', () => process.exit());
  client.on('close', () => process.exit());
});
`;

/** Loaded into the program before the bootloader; presents the proxy's url as the inspector's. */
const preload = (proxy: string, portFile: string, answer: string): string => `
const inspector = require('inspector');
const { url } = inspector;
let own;
inspector.url = () => {
  if (url() === undefined || own !== undefined) return url() && own;
  require('child_process').spawn(process.execPath, [${JSON.stringify(proxy)}, url(), ${JSON.stringify(portFile)}, ${JSON.stringify(answer)}], { env: {}, stdio: 'ignore' }).unref();
  while (!require('fs').existsSync(${JSON.stringify(portFile)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  own = 'ws://127.0.0.1:' + require('fs').readFileSync(${JSON.stringify(portFile)}) + '/';
  return own;
};
`;

for (const major of nodeMajors) {
  describe(`what is kept and what is lost on Node ${major}`, () => {
    const bench = useBench(major);

    it('a V8 log is taken by stop() out of an endless loop, whole', async () => {
      const program = await bench.write('spin.js', `${BUSY}console.log('up');\nfor (;;) busy(50);\n`);
      const output = path.join(bench.folder, 'stopped', 'out.cpuprofile');
      const session = await startRecording(bench.options(program, { sampler: 'v8log', output }));
      const stderr = collect(session.stderr);
      if (session.stdout) await once(session.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 400));
      await session.stop();
      const outcome = await session.finished;
      assert.deepEqual(outcome.ending, { kind: 'stopped', by: 'user' });
      assert.deepEqual(outcome.diagnostics, []);
      assert.equal((await stderr).toString(), '');
      assert.throws(() => process.kill(session.pid ?? NaN, 0), 'the program is gone');
      assert.deepEqual(await readdir(path.dirname(output)), ['out.v8log']);
      const { functions, quality } = await analyze(outcome.recording ?? '');
      const own = functions.selfTime[functions.name.indexOf('busy')];
      assert.ok(own > 0.7 * quality.activeTime, `${own} of ${quality.activeTime}`);
    });

    it("the inspector's samples of a program that runs out of memory: the loss is said, with a way out", async () => {
      const program = await bench.write(
        'hungry.js',
        `${BUSY}busy(200); const all = []; for (;;) all.push(new Array(1000).fill(all.length));`,
      );
      const output = path.join(bench.folder, 'hungry', 'out.cpuprofile');
      const { outcome, stderr } = await record(
        bench.options(program, { output, runtimeArgs: ['--max-old-space-size=30'] }),
      );
      assert.equal(outcome.recording, undefined);
      assert.equal(outcome.ending.kind, 'killed');
      assert.equal(existsSync(output), false);
      assert.match(stderr.toString(), /heap out of memory/);
      const [loss, ...others] = outcome.diagnostics;
      assert.deepEqual(others, []);
      assert.deepEqual([loss.code, loss.severity, loss.file], ['program-out-of-memory', 'error', program]);
      assert.match(describeDiagnostic(loss), /ran out of memory.*nothing was recorded.*v8log/);
    });

    const answers: readonly (readonly [answer: string, code: string, sentence: RegExp])[] = [
      [
        '"error":{"code":-32000,"message":"The profiler lost its mind"}',
        'recording-not-finished',
        /unexpected error in Heatline: The profiler lost its mind\.$/,
      ],
      ['"result":{}', 'profile-unreadable', /not a profile/],
    ];
    for (const [answer, code, sentence] of answers) {
      it(`a program whose inspector gives no profile ends as ever, and ${code} says why nothing was recorded`, async () => {
        const portFile = path.join(bench.folder, `port-${code}`);
        const proxy = await bench.write('proxy.js', PROXY);
        const before = await bench.write('before.js', preload(proxy, portFile, answer));
        const program = await bench.write('fine.js', `${BUSY}busy(100); console.log('done'); process.exitCode = 3;`);
        const output = path.join(bench.folder, code, 'out.cpuprofile');
        const env = { ...process.env, NODE_OPTIONS: `--require=${before}` };
        const { outcome, stdout } = await record(bench.options(program, { output, env }));
        assert.ok(await readFile(portFile), 'the proxy was there');
        assert.equal(stdout.toString(), 'done\n');
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
        assert.equal(outcome.recording, undefined);
        assert.equal(existsSync(output), false);
        assert.deepEqual(
          outcome.diagnostics.map((each) => [each.code, each.severity]),
          [[code, 'error']],
        );
        assert.match(describeDiagnostic(outcome.diagnostics[0]), sentence);
      });
    }

    it('a program whose inspector was closed runs to its end, and the loss is said', async () => {
      const text = `busy(300); closeForGood(); busy(100); console.log('done'); process.exitCode = 5;`;
      const { program, env } = await closing(bench, text);
      const output = path.join(bench.folder, 'closed', 'out.cpuprofile');
      const { outcome, stdout } = await record(bench.options(program, { output, env }));
      assert.equal(stdout.toString(), 'done\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 5 });
      assert.equal(outcome.recording, undefined);
      assert.deepEqual(
        outcome.diagnostics.map(({ code }) => code),
        ['inspector-closed'],
      );
      assert.match(describeDiagnostic(outcome.diagnostics[0]), /closed its inspector.*v8log/);
    });

    it('a program that kills itself in its first moment ends, with what was recorded', async () => {
      const program = await bench.write('kills-itself.js', "process.kill(process.pid, 'SIGKILL');");
      const output = path.join(bench.folder, 'itself', 'out.cpuprofile');
      const { outcome } = await record(bench.options(program, { output }));
      assert.deepEqual(outcome.ending, { kind: 'killed', signal: 'SIGKILL' });
      assert.deepEqual([outcome.recording, outcome.diagnostics], [output, []]);
    });

    it('a V8 log of a program whose inspector was closed is whole', async () => {
      const text = `busy(300); closeForGood(); function late(ms) { return busy(ms); }
const before = process.cpuUsage(); late(1200); console.log(process.cpuUsage(before).user); process.exitCode = 5;`;
      const { program, env } = await closing(bench, text);
      const output = path.join(bench.folder, 'goes-on', 'out.cpuprofile');
      const { outcome, stdout } = await record(bench.options(program, { output, env, sampler: 'v8log' }));
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 5 });
      assert.deepEqual(outcome.diagnostics, []);
      const { functions } = await analyze(outcome.recording ?? '');
      const late = functions.totalTime[functions.name.indexOf('late')];
      assert.ok(late > 0.8 * Number(stdout), `${late} of ${stdout.toString()}`);
      const facts = (await readFile(outcome.recording ?? '', 'utf8')).trimEnd().split('\n').at(-1) ?? '';
      assert.match(facts, /^heatline,.*"end":\{"kind":"exit","code":5\}/);
    });

    it('a V8 log says the code with which the program really ended', async () => {
      const program = await bench.write('never.mjs', `${BUSY}busy(200); await new Promise(() => {});`);
      const output = path.join(bench.folder, 'never', 'out.cpuprofile');
      const { outcome } = await record(bench.options(program, { output, sampler: 'v8log' }));
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 13 });
      assert.match(await readFile(outcome.recording ?? '', 'utf8'), /\nheatline,.*"end":\{"kind":"exit","code":13\}/);
    });

    itWhere(!isWindows, 'Windows has no file modes')('a V8 log is readable by its owner alone', async () => {
      const program = await bench.write('private.js', `${BUSY}busy(200);`);
      const output = path.join(bench.folder, 'private', 'out.cpuprofile');
      const { outcome } = await record(bench.options(program, { output, sampler: 'v8log' }));
      assert.equal((await stat(outcome.recording ?? '')).mode & 0o777, 0o600);
    });

    for (const sampler of ['inspector', 'v8log'] as const) {
      it(`nothing of the recorder's own time counts, but all that it calls of the program does (${sampler})`, async () => {
        const program = await bench.write('listens.js', `${BUSY}process.on('exit', () => busy(300));\nbusy(300);\n`);
        const output = path.join(bench.folder, `own-${sampler}`, 'out.cpuprofile');
        const { outcome } = await record(bench.options(program, { output, sampler }));
        const { functions, lines, sources, quality } = await analyze(outcome.recording ?? '');
        const ofRecorder = (source: number): boolean =>
          source >= 0 && /bootloader|heatline:/.test(sources[source].path);
        const timeOf = (column: Float64Array, source: Int32Array): number =>
          column.reduce((sum, time, row) => (ofRecorder(source[row]) ? sum + time : sum), 0);
        assert.equal(timeOf(functions.selfTime, functions.source), 0);
        assert.equal(timeOf(lines.selfTime, lines.source), 0);
        const busy = functions.totalTime[functions.name.indexOf('busy')];
        assert.ok(busy > 0.7 * quality.activeTime && busy <= quality.activeTime, `${busy} of ${quality.activeTime}`);
      });
    }
  });
}
