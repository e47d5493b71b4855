import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { type Ending, isAlive } from '../../../src/recording/index.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { samplesOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import {
  assertRecorded,
  BUSY,
  describeOnNodes,
  exit,
  finish,
  printed,
  type ProgramOptions,
  readNotes,
  type Recorded,
} from '../../support/recording.ts';
import { codesOf, wordsOf } from '../../support/told.ts';
import { until } from '../../support/until.ts';

type Program = readonly [code: string, ending: Ending, more?: ProgramOptions];

const KILL = "require('child_process').execFileSync('kill', ['-9', String(process.pid)])";
const WORKER = "new (require('worker_threads').Worker)(`${BUSY_TEXT} for (;;) busy(50);`, { eval: true });";
const killed = (signal: string): Ending => ({ kind: 'killed', signal });
const signalled = (signal: string): Ending => ({ kind: 'signal', signal });
const failed: Ending = { kind: 'exit', code: 1, error: 'Error' };
const timeIsUp: Ending = { kind: 'stopped', by: 'duration' };

/** What programs do at their ends. */
const endings: Readonly<Record<string, Program>> = {
  'a normal end': ['process.exitCode = 3', exit(3)],
  'process.exit': ['process.exit(4)', exit(4)],
  "process.exit inside an 'exit' listener": ["process.on('exit', () => process.exit(7))", exit(7)],
  'an uncaught throw': ["throw new Error('boom')", failed],
  'an unhandled rejection': ["Promise.reject(new Error('boom'))", failed],
  // In later turns of its loop: one that is not seen to turn has its signals back.
  'SIGTERM without a handler': [
    "setInterval(() => {}, 1000); setImmediate(setImmediate, () => require('child_process').spawn('kill', [`${process.pid}`]))",
    signalled('SIGTERM'),
  ],
  'SIGTERM that it sends to itself, at once': [
    "process.kill(process.pid, 'SIGTERM'); process.exit(9)",
    signalled('SIGTERM'),
  ],
  'SIGINT that it sends to itself as the last it does': ["process.kill(process.pid, 'SIGINT')", signalled('SIGINT')],
  'SIGINT with a handler of its own': [
    "process.on('SIGINT', () => process.exit(5)); process.kill(process.pid, 'SIGINT'); setInterval(() => {}, 1000)",
    exit(5),
  ],
  'a promise that never settles, with the code that Node makes of it': [
    'await new Promise(() => {});',
    exit(13),
    { name: 'program.mjs' },
  ],
  'the end of a thread': [WORKER.replace('for (;;)', ''), exit(0)],
  'its duration in an endless loop': ['for (;;) busy(50)', timeIsUp, { duration: 600 }],
  'a duration that is longer than timers can be': ['', exit(0), { duration: 2 ** 31 }],
};

/** How a V8 log is cut, by what, and what is said of that. */
const cuts: Readonly<Record<string, readonly [...Program, says: string]>> = {
  'a kill -9 of its own': [KILL, killed('SIGKILL'), {}, 'program-gone'],
  abort: ['process.abort()', killed('SIGABRT'), {}, 'program-gone'],
  'a log that grows too large': ['for (;;) busy(50)', timeIsUp, { logLimit: 0, duration: 2500 }, 'log-too-large'],
  'logs of two threads that grow too large': [
    `${WORKER} for (;;) busy(50)`,
    timeIsUp,
    { logLimit: 0, duration: 2500 },
    'log-too-large',
  ],
};

const textOf = (code: string): string => `${BUSY}const BUSY_TEXT = ${JSON.stringify(BUSY)};\nbusy(100);\n${code}`;
const heapRunsOut = 'const all = []; for (;;) all.push(new Array(1000).fill(all.length))';

/** It has samples, the ending and what ran, and is alone in its folder. */
async function assertWhole({ file, outcome, analyze }: Recorded): Promise<void> {
  const analysis = await analyze();
  assert.ok(samplesOf(analysis, 'busy') > 0);
  assert.deepEqual(analysis.facts.ending, outcome.ending);
  const [{ scripts }] = (await readNotes(file)).sections;
  assert.ok(scripts.find(({ url }) => /\/program\.m?js$/.test(url))?.contentHash, 'the script is known');
  assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
}

/** Bytes of the logs of two threads that compute for some seconds. */
const SOME_SECONDS = 900_000;

/** A file that is gone meanwhile has none. */
async function bytesIn(folder = ''): Promise<number> {
  const sizeOf = async (name: string): Promise<number> =>
    (await stat(path.join(folder, name)).catch(() => undefined))?.size ?? 0;
  return (await Promise.all((await readdir(folder)).map(sizeOf))).reduce((sum, size) => sum + size, 0);
}

describeOnNodes('a recording', outerNodeMajors, (bench) => {
  for (const [what, [code, ending, more]] of Object.entries(endings))
    bySampler()(`is whole after ${what}`, async (sampler) => {
      const recorded = await bench.record(textOf(code), { sampler, ...more });
      await assertRecorded(recorded, { ending, codes: [] });
      const said = ending === failed ? /Error: boom/ : /^$|unsettled top-level await/;
      assert.match(recorded.stderr, said);
      assert.doesNotMatch(recorded.stderr, /[Dd]ebugger/);
      await assertWhole(recorded);
    });

  for (const [what, [code, ending, more, says]] of Object.entries(cuts))
    it(`by V8’s log is whole after ${what}, which is said`, async () => {
      const recorded = await bench.record(textOf(code), { sampler: 'v8log', ...more });
      await assertRecorded(recorded, { ending, codes: [says] });
      await assertWhole(recorded);
    });

  it('by V8’s log is whole after a heap that runs out, which is said', async () => {
    const runtimeArgs = ['--max-old-space-size=30'];
    const recorded = await bench.record(textOf(heapRunsOut), { sampler: 'v8log', runtimeArgs });
    assert.deepEqual([recorded.outcome.ending.kind, recorded.codes], ['killed', ['program-gone']]);
    await assertWhole(recorded);
  });

  for (const [signal, code] of Object.entries({ SIGABRT: 'process.abort()', SIGKILL: KILL }))
    it(`by the inspector is lost by ${signal}, which is said`, async () => {
      const { outcome } = await bench.record(code);
      assert.deepEqual([outcome.recording, outcome.ending], [undefined, killed(signal)]);
      assert.deepEqual(wordsOf(outcome.diagnostics, 'severity'), ['error']);
    });

  bySampler()('is taken by stop() out of an endless loop', async (sampler) => {
    const session = await bench.start(textOf("console.log('up');\nfor (;;) busy(50);"), { sampler });
    await printed(session);
    await Promise.all([session.stop(), session.stop()]);
    const recorded = await finish(session);
    await assertRecorded(recorded, {
      ...{ ending: { kind: 'stopped', by: 'user' }, codes: [], stderr: '', hottest: 'program.js:1' },
    });
    assert.ok(!isAlive(session.pid ?? NaN), 'the program is gone');
    await assertWhole(recorded);
  });

  it('by V8’s log ends at its limit, while the program, a worker and what it starts later run on to their ends', async () => {
    const text = `${BUSY}const { Worker, isMainThread, workerData } = require('worker_threads');
          if (workerData === 'late') busy(20);
          else setInterval(busy, 5, 20);
          if (!isMainThread) console.log('a worker is there');
          if (isMainThread) {
            const early = new Worker(__filename);
            process.stdin.once('data', () => new Worker(__filename, { workerData: 'late' }).on('exit', async () => {
              await early.terminate();
              console.log('done');
              process.exit();
            }));
          }`;
    const session = await bench.start(text, { sampler: 'v8log', logLimit: SOME_SECONDS });
    let stdout = '';
    session.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
    await until('both threads are there', () => stdout !== '');
    let seen = { bytes: 0, cpu: Infinity };
    await until('the logs do not grow while the program computes', async () => {
      const now = { bytes: await bytesIn(session.folder), cpu: cpuTimeOf(session.pid ?? 0) };
      if (now.bytes < SOME_SECONDS || now.bytes !== seen.bytes) seen = now;
      return now.cpu > seen.cpu + 500_000;
    });
    const ranOnUs = Number(process.hrtime.bigint() / 1000n);
    session.stdin?.end('go on');
    const { recording = '', ending, diagnostics } = await session.finished;
    assert.deepEqual([ending, codesOf(diagnostics)], [exit(0), ['log-too-large']]);
    assert.equal(stdout, 'a worker is there\na worker is there\ndone\n');
    const { quality, threads } = await analyze(recording);
    assert.ok(threads.length >= 2 && quality.activeSamples > 0);
    const { sections } = await readNotes(recording);
    for (const { cpuClock } of sections) assert.ok((cpuClock?.timesUs[1] ?? 0) < ranOnUs, 'nor do their clocks go on');
  });
});
