import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import type { Ending } from '../../../src/recording/index.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { type Bench, BUSY, describeOnNodes, type ProgramOptions } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { codesOf } from '../../support/told.ts';

interface End {
  readonly name: string;
  readonly code: string;
  readonly ending?: Ending;
  readonly more?: ProgramOptions;
  readonly says?: string;
}

const endings: readonly End[] = [
  { name: 'a normal end', code: 'busy(100)', ending: { kind: 'exit', code: 0 } },
  { name: 'process.exit', code: 'busy(100); process.exit(4)', ending: { kind: 'exit', code: 4 } },
  {
    name: 'an uncaught throw',
    code: "busy(100); throw new Error('boom')",
    ending: { kind: 'exit', code: 1, error: 'Error' },
  },
  {
    name: 'a duration in an endless loop',
    code: 'for (;;) busy(50)',
    ending: { kind: 'stopped', by: 'duration' },
    more: { duration: 600 },
  },
  {
    name: 'a promise that never settles, with the code that Node makes of it',
    code: 'busy(100); await new Promise(() => {});',
    ending: { kind: 'exit', code: 13 },
    more: { name: 'program.mjs' },
  },
  {
    name: 'a kill -9 of its own',
    code: "busy(100); require('child_process').execFileSync('kill', ['-9', String(process.pid)])",
    ending: { kind: 'killed', signal: 'SIGKILL' },
    says: 'program-killed',
  },
  {
    name: 'abort',
    code: 'busy(100); process.abort()',
    ending: { kind: 'killed', signal: 'SIGABRT' },
    says: 'program-killed',
  },
  {
    name: 'a heap that runs out',
    code: 'busy(100); const all = []; for (;;) all.push(new Array(1000).fill(all.length))',
    more: { runtimeArgs: ['--max-old-space-size=30'] },
    says: 'program-killed',
  },
  {
    name: 'a thread of its own',
    code: "new (require('worker_threads').Worker)(BUSY_TEXT + 'busy(100)', { eval: true }); busy(100)",
    ending: { kind: 'exit', code: 0 },
  },
];

/** Each log is larger. */
const NOTHING = 0;
/** Bytes of the logs of two threads that compute for some seconds. */
const SOME_SECONDS = 900_000;

const bytesIn = (folder = ''): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);

/** Ends that Heatline sets to the log, not to the program. */
const limits: readonly End[] = [
  {
    name: 'a log that grows too large',
    code: 'for (;;) busy(50)',
    ending: { kind: 'stopped', by: 'duration' },
    more: { logLimit: NOTHING, duration: 2500 },
    says: 'log-too-large',
  },
  {
    name: 'logs of two threads that grow too large',
    code: "new (require('worker_threads').Worker)(`${BUSY_TEXT} for (;;) busy(50);`, { eval: true }); for (;;) busy(50)",
    ending: { kind: 'stopped', by: 'duration' },
    more: { logLimit: NOTHING, duration: 2500 },
    says: 'log-too-large',
  },
];

interface Facts {
  readonly sampler: string;
  readonly end?: Ending;
  readonly scripts: readonly { readonly url: string; readonly contentHash?: string }[];
}

async function readLog(file: string): Promise<{ ticks: number; facts: Facts }> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const last = lines.find((line) => line.startsWith('heatline,{')) ?? '';
  assert.match(lines.at(-1) ?? '', /^heatline(-threads)?,\{/);
  const ticks = lines.filter((line) => line.startsWith('tick,')).length;
  return { ticks, facts: JSON.parse(last.slice('heatline,'.length)) as Facts };
}

function itIsWholeAfter({ name, code, ending, more, says }: End, bench: Bench): void {
  it(`is whole after ${name}, and alone in its folder`, async () => {
    const text = `${BUSY}const BUSY_TEXT = ${JSON.stringify(BUSY)};\n${code}`;
    const { outcome, codes, file } = await bench.record(text, { sampler: 'v8log', ...more });
    if (ending) assert.deepEqual(outcome.ending, ending);
    else assert.equal(outcome.ending.kind, 'killed');
    assert.deepEqual(codes, says === undefined ? [] : [says]);
    const { ticks, facts } = await readLog(file);
    assert.ok(ticks > 0);
    assert.equal(facts.sampler, 'v8log');
    if (ending?.kind === 'exit') assert.equal(facts.end?.kind === 'exit' && facts.end.code, ending.code);
    assert.ok(facts.scripts.find(({ url }) => /\/program\.m?js$/.test(url))?.contentHash, 'the script is known');
    assert.deepEqual(await readdir(path.dirname(file)), ['out.v8log']);
  });
}

describeOnNodes('a V8 log', outerNodeMajors, (bench) => {
  for (const end of [...endings, ...limits]) itIsWholeAfter(end, bench);

  it('ends at its limit, while the program, a worker and what it starts later run on to their ends', async () => {
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
    const program = await bench.write('long.js', text);
    const session = await startRecording(bench.options(program, { sampler: 'v8log', logLimit: SOME_SECONDS }));
    let stdout = '';
    session.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
    await until('both threads are there', () => stdout !== '');
    let seen = { bytes: 0, cpu: Infinity };
    await until('the logs do not grow while the program computes', () => {
      const now = { bytes: bytesIn(session.folder), cpu: cpuTimeOf(session.pid ?? 0) };
      if (now.bytes < SOME_SECONDS || now.bytes !== seen.bytes) seen = now;
      return now.cpu > seen.cpu + 500_000;
    });
    session.stdin?.end('go on');
    const { recording = '', ending, diagnostics } = await session.finished;
    assert.deepEqual(ending, { kind: 'exit', code: 0 });
    assert.deepEqual(codesOf(diagnostics), ['log-too-large']);
    assert.equal(stdout, 'a worker is there\na worker is there\ndone\n');
    const { quality, threads } = await analyze(recording);
    assert.ok(threads.length >= 2 && quality.activeSamples > 0);
  });
});
