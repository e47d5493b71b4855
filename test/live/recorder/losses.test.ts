import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { bySampler } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, BUSY, describeOnNodes, exit, record, type Recorded } from '../../support/recording.ts';
import { wordsOf } from '../../support/told.ts';
import { closing } from './closing.ts';

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
  /** Nothing is recorded, and one finding says so in such a sentence. */
  function assertLost({ outcome }: Recorded, code: string, sentence: RegExp): void {
    assert.deepEqual(
      [outcome.recording, wordsOf(outcome.diagnostics, 'code', 'severity')],
      [undefined, [`${code} error`]],
    );
    assert.match(describeDiagnostic(outcome.diagnostics[0]), sentence);
  }

  it("the inspector's samples of a program that runs out of memory: the loss is said, with a way out", async () => {
    // In one call: the samples of a loop may be taken out of it before.
    const text = "JSON.parse('[' + '{},'.repeat(2e6) + '{}]');";
    const recorded = await bench.record(text, { runtimeArgs: ['--max-old-space-size=30'] });
    assert.equal(recorded.outcome.ending.kind, 'killed');
    assert.match(recorded.stderr, /heap out of memory/);
    assertLost(recorded, 'program-gone', /ran out of memory.*nothing was recorded.*v8log/);
    assert.equal(recorded.outcome.diagnostics[0].file, path.join(bench.folder, 'program.js'));
  });

  for (const [answer, code, sentence] of [
    [
      '"error":{"code":-32000,"message":"The profiler lost its mind"}',
      'recording-not-finished',
      /unexpected error in Heatline: The profiler lost its mind\.$/,
    ],
    ['"result":{}', 'profile-unreadable', /not a profile/],
  ] as const)
    it(`a program whose inspector gives no profile ends as ever, and ${code} says why nothing was recorded`, async () => {
      const portFile = path.join(bench.folder, `port-${code}`);
      const proxy = await bench.write('proxy.js', PROXY);
      const before = await bench.write('before.js', preload(proxy, portFile, answer));
      const program = await bench.write('fine.js', `${BUSY}busy(50); console.log('done'); process.exitCode = 3;`);
      const options = bench.options(program, { env: { ...process.env, NODE_OPTIONS: `--require=${before}` } });
      const recorded = await record(options);
      assert.ok(await readFile(portFile), 'the proxy was there');
      await assertRecorded(recorded, { stdout: 'done\n', ending: exit(3) });
      assert.equal(existsSync(options.output), false);
      assertLost(recorded, code, sentence);
    });

  it('a program whose inspector was closed runs to its end, and the loss is said', async () => {
    // In its first moment, before samples are taken out of it.
    const text = `closeForGood(); busy(50); console.log('done'); process.exitCode = 5;`;
    const { program, env } = await closing(bench, text);
    const recorded = await record(bench.options(program, { env }));
    await assertRecorded(recorded, { stdout: 'done\n', ending: exit(5) });
    assertLost(recorded, 'program-gone', /closed its inspector.*v8log/);
  });

  it('a program that kills itself in its first moment ends, with what was recorded', async () => {
    const recorded = await bench.record("process.kill(process.pid, 'SIGKILL');");
    await assertRecorded(recorded, { ending: { kind: 'killed', signal: 'SIGKILL' } });
    // It is sampled no more when it sends the signal, and a busy machine may deliver that much later.
    for (const code of recorded.codes) assert.equal(code, 'sampling-ended-early');
    assert.ok(existsSync(recorded.file));
  });

  it('a V8 log of a program whose inspector was closed is whole', async () => {
    const text = `busy(50); closeForGood(); function late(ms) { return busy(ms); } late(150); process.exitCode = 5;`;
    const { program, env } = await closing(bench, text);
    const recorded = await record(bench.options(program, { env, sampler: 'v8log' }));
    await assertRecorded(recorded, { ending: exit(5), codes: [], sampled: ['late'] });
    assert.deepEqual((await recorded.analyze()).facts.ending, exit(5));
  });

  bySampler()(
    'nothing of the recorder’s own time counts, but all that it calls of the program does',
    async (sampler) => {
      const text = `${BUSY}process.on('exit', function atEnd() { busy(150); });\nbusy(50);\n`;
      const recorded = await bench.record(text, { sampler });
      await assertRecorded(recorded, { sampled: ['atEnd'], hottest: 'program.js:1' });
      const { functions, lines, sources, quality } = await recorded.analyze();
      for (const { selfTime, source } of [functions, lines]) {
        const ofRecorder = selfTime.filter((_, row) => /bootloader|heatline:/.test(sources[source[row]]?.path ?? ''));
        assert.ok(ofRecorder.every((time) => time === 0));
      }
      // But for sums in another order: less than a nanosecond.
      assert.ok(functions.totalTime[functions.name.indexOf('busy')] - quality.activeTime < 1e-3);
    },
  );
});
