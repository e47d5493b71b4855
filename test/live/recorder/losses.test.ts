import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { hottestLine, samplesOf } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { closing } from './closing.ts';
import { BUSY, describeOnNodes, record } from '../../support/recording.ts';
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

describeOnNodes('what is kept and what is lost', outerNodeMajors, (bench) => {
  it("the inspector's samples of a program that runs out of memory: the loss is said, with a way out", async () => {
    // In one call: the samples of a loop may be taken out of it before.
    const text = "JSON.parse('[' + '{},'.repeat(2e6) + '{}]');";
    const { outcome, stderr } = await bench.record(text, { runtimeArgs: ['--max-old-space-size=30'] });
    assert.equal(outcome.recording, undefined);
    assert.equal(outcome.ending.kind, 'killed');
    assert.match(stderr, /heap out of memory/);
    const [loss, ...others] = outcome.diagnostics;
    assert.deepEqual(others, []);
    const program = path.join(bench.folder, 'program.js');
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
  for (const [answer, code, sentence] of answers)
    it(`a program whose inspector gives no profile ends as ever, and ${code} says why nothing was recorded`, async () => {
      const portFile = path.join(bench.folder, `port-${code}`);
      const proxy = await bench.write('proxy.js', PROXY);
      const before = await bench.write('before.js', preload(proxy, portFile, answer));
      const program = await bench.write('fine.js', `${BUSY}busy(50); console.log('done'); process.exitCode = 3;`);
      const options = bench.options(program, { env: { ...process.env, NODE_OPTIONS: `--require=${before}` } });
      const { outcome, stdout } = await record(options);
      assert.ok(await readFile(portFile), 'the proxy was there');
      assert.equal(stdout, 'done\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
      assert.equal(outcome.recording, undefined);
      assert.equal(existsSync(options.output), false);
      const [loss, ...others] = outcome.diagnostics;
      assert.deepEqual([loss.code, loss.severity, others], [code, 'error', []]);
      assert.match(describeDiagnostic(loss), sentence);
    });

  it('a program whose inspector was closed runs to its end, and the loss is said', async () => {
    // In its first moment, before samples are taken out of it.
    const text = `closeForGood(); busy(50); console.log('done'); process.exitCode = 5;`;
    const { program, env } = await closing(bench, text);
    const { outcome, stdout, codes } = await record(bench.options(program, { env }));
    assert.equal(stdout, 'done\n');
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 5 });
    assert.equal(outcome.recording, undefined);
    assert.deepEqual(codes, ['inspector-closed']);
    assert.match(describeDiagnostic(outcome.diagnostics[0]), /closed its inspector.*v8log/);
  });

  it('a program that kills itself in its first moment ends, with what was recorded', async () => {
    const { outcome, codes, file } = await bench.record("process.kill(process.pid, 'SIGKILL');");
    assert.deepEqual(outcome.ending, { kind: 'killed', signal: 'SIGKILL' });
    // It is sampled no more when it sends the signal, and a busy machine may deliver that much later.
    for (const code of codes) assert.equal(code, 'sampling-ended-early');
    assert.ok(existsSync(file));
  });

  it('a V8 log of a program whose inspector was closed is whole', async () => {
    const text = `busy(50); closeForGood(); function late(ms) { return busy(ms); } late(150); process.exitCode = 5;`;
    const { program, env } = await closing(bench, text);
    const recorded = await record(bench.options(program, { env, sampler: 'v8log' }));
    assert.deepEqual([recorded.outcome.ending, recorded.codes], [{ kind: 'exit', code: 5 }, []]);
    const analysis = await recorded.analyze();
    assert.ok(samplesOf(analysis, 'late') > 0);
    assert.match(await readFile(recorded.file, 'utf8'), /^heatline,.*"end":\{"kind":"exit","code":5\}/m);
  });

  for (const sampler of ['inspector', 'v8log'] as const)
    it(`nothing of the recorder's own time counts, but all that it calls of the program does (${sampler})`, async () => {
      const text = `${BUSY}process.on('exit', function atEnd() { busy(150); });\nbusy(50);\n`;
      const analysis = await (await bench.record(text, { sampler })).analyze();
      const { functions, lines, sources, quality } = analysis;
      const ofRecorder = (source: number): boolean => source >= 0 && /bootloader|heatline:/.test(sources[source].path);
      const timeOf = (column: Float64Array, source: Int32Array): number =>
        column.reduce((sum, time, row) => (ofRecorder(source[row]) ? sum + time : sum), 0);
      assert.equal(timeOf(functions.selfTime, functions.source), 0);
      assert.equal(timeOf(lines.selfTime, lines.source), 0);
      assert.equal(hottestLine(analysis), 'program.js:1');
      assert.ok(samplesOf(analysis, 'atEnd') > 0);
      // But for sums in another order: less than a nanosecond.
      assert.ok(functions.totalTime[functions.name.indexOf('busy')] - quality.activeTime < 1e-3);
    });
});
