import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecordOptions, RecordingOutcome } from '../../../src/recorder/index.ts';
import type { Ending } from '../../../src/recording/index.ts';
import { analyze } from '../../../src/analysis/analyze.ts';
import { nodeMajors, outerNodeMajors } from '../../support/nodes.ts';
import { type Bench, BUSY, record, useBench } from '../../support/recording.ts';

interface End {
  readonly name: string;
  readonly code: string;
  readonly ending?: Ending;
  readonly more?: Partial<RecordOptions>;
  readonly says?: string;
}

const endings: readonly End[] = [
  { name: 'a normal end', code: 'busy(200)', ending: { kind: 'exit', code: 0 } },
  { name: 'process.exit', code: 'busy(200); process.exit(4)', ending: { kind: 'exit', code: 4 } },
  {
    name: 'an uncaught throw',
    code: "busy(200); throw new Error('boom')",
    ending: { kind: 'exit', code: 1, error: 'Error' },
  },
  {
    name: 'a duration in an endless loop',
    code: 'for (;;) busy(50)',
    ending: { kind: 'stopped', by: 'duration' },
    more: { duration: 600 },
  },
  {
    name: 'abort',
    code: 'busy(300); process.abort()',
    ending: { kind: 'killed', signal: 'SIGABRT' },
    says: 'program-killed',
  },
  {
    name: 'a heap that runs out',
    code: 'busy(300); const all = []; for (;;) all.push(new Array(1000).fill(all.length))',
    more: { runtimeArgs: ['--max-old-space-size=30'] },
    says: 'program-killed',
  },
  {
    name: 'a thread of its own',
    code: "new (require('worker_threads').Worker)(BUSY_TEXT + 'busy(200)', { eval: true }); busy(200)",
    ending: { kind: 'exit', code: 0 },
  },
];

/** No log can be thinned to this. A thousand bytes it may be: then all of its blocks were given back, and it goes on. */
const NOTHING = 0;

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
  readonly scripts: readonly { readonly url: string; readonly contentHash?: string }[];
}

async function readLog(outcome: RecordingOutcome): Promise<{ ticks: number; facts: Facts }> {
  const lines = (await readFile(outcome.recording ?? '', 'utf8')).trimEnd().split('\n');
  const last = lines.find((line) => line.startsWith('heatline,{')) ?? '';
  assert.match(lines.at(-1) ?? '', /^heatline(-threads)?,\{/);
  const ticks = lines.filter((line) => line.startsWith('tick,')).length;
  return { ticks, facts: JSON.parse(last.slice('heatline,'.length)) as Facts };
}

function itIsWholeAfter({ name, code, ending, more, says }: End, bench: Bench): void {
  it(`is whole after ${name}, and alone in its folder`, async () => {
    const program = await bench.write('program.js', `${BUSY}const BUSY_TEXT = ${JSON.stringify(BUSY)};\n${code}`);
    const { outcome } = await record(bench.options(program, { sampler: 'v8log', ...more }));
    if (ending) assert.deepEqual(outcome.ending, ending);
    else assert.equal(outcome.ending.kind, 'killed');
    assert.deepEqual(
      outcome.diagnostics.map(({ code: found }) => found),
      says === undefined ? [] : [says],
    );
    const { ticks, facts } = await readLog(outcome);
    assert.ok(ticks > 0);
    assert.ok(facts.scripts.find(({ url }) => url.endsWith('program.js'))?.contentHash, 'the script is known');
    assert.deepEqual(await readdir(path.join(bench.folder, 'recordings')), ['out.v8log']);
  });
}

for (const major of nodeMajors) {
  describe(`a V8 log of Node ${major}`, () => {
    const bench = useBench(major);

    for (const end of endings) itIsWholeAfter(end, bench);

    it('lets V8 take the code of what the bootloader loads from its cache', async () => {
      const code =
        "const node = require('internal/test/binding').internalBinding('builtins');" +
        'const { compiledWithoutCache } = (node.getCacheUsage ?? node.compileStatus)();' +
        'console.log(JSON.stringify([...compiledWithoutCache]))';
      const program = await bench.write('cached-code.js', code);
      const runtimeArgs = ['--expose-internals', '--no-warnings'];
      const { stdout } = await record(bench.options(program, { sampler: 'v8log', runtimeArgs }));
      const compiled = JSON.parse(stdout.toString()) as string[];
      // What Node itself needs, and what is needed before the addon stands.
      const small = ['internal/fs/dir', 'internal/main/run_main_module', 'os', 'vm'];
      assert.deepEqual(compiled.filter((name) => !small.includes(name)).sort(), []);
    });

    it('is what auto takes', async () => {
      const program = await bench.write('auto.js', `${BUSY}busy(100)`);
      const { outcome } = await record(bench.options(program, { sampler: 'auto' }));
      assert.equal(path.extname(outcome.recording ?? ''), '.v8log');
    });
  });
}

for (const major of outerNodeMajors) {
  describe(`a V8 log of Node ${major} that is limited`, () => {
    const bench = useBench(major);

    for (const end of limits) itIsWholeAfter(end, bench);

    it('ends at its limit, while the program, a worker and what it starts later run on to their ends', async () => {
      const text = `const { Worker, isMainThread } = require('worker_threads');
        if (!isMainThread) busy(4000);
        else { new Worker(__filename); busy(4000); new Worker(__filename); setTimeout(() => console.log('done'), 4300); }`;
      const program = await bench.write('long.js', `${BUSY}${text}`);
      const { outcome, stdout } = await record(bench.options(program, { sampler: 'v8log', logLimit: NOTHING }));
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      assert.deepEqual(
        outcome.diagnostics.map(({ code }) => code),
        ['log-too-large'],
      );
      assert.equal(stdout.toString(), 'done\n');
      const { quality, threads } = await analyze(outcome.recording ?? '');
      assert.ok(threads.length <= 2, `${threads.length} threads`);
      // Of 12 s. On a busy machine it takes a while until the limit is noticed.
      const most = 7_500_000;
      assert.ok(quality.activeTime > 100_000 && quality.activeTime < most, `${quality.activeTime} were recorded`);
    }).timeout(30_000);
  });
}
