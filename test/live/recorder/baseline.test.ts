import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { type Analysis, Precision } from '../../../src/core/index.ts';
import { itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

const isProven = process.platform === 'linux' && process.arch === 'x64';

/** Everything is compiled by Sparkplug at once, and by nothing else. */
const BASELINE_ONLY = ['--always-sparkplug', '--max-optimized-bytecode-size=0', '--no-maglev'];

const SUM_LINE = 4;
const TEXT_LINE = 11;
/** Computes on two lines, in two functions, for as long on each by its thread's own clock, and ends as `last` says. */
const hotLines = (last: string): string => `function sum(n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    s = (s * 31 + i) | 0; s = (s ^ 5) + 7; s = (s * 17) & 65535; s = (s + 3) | 0; s = (s * 3) & 65535; s = (s ^ i) | 1;
  }
  return s;
}
function text(n) {
  let t = 0;
  for (let i = 0; i < n; i++) {
    t += ('x' + i + 'y' + i).length + \`\${i}\${t}\`.length; t &= 65535; t += ('z' + t + i).length;
  }
  return t;
}
const used = process.cpuUsage;
for (let round = 0; round < 8; round++) {
  for (let end = used().user + 40_000; used().user < end;) sum(2000);
  for (let end = used().user + 40_000; used().user < end;) text(2000);
}
${last}
`;

/** In percent of the program's own time, by name of the file. */
function sharesOf({ lines, sources }: Analysis, file: string): ReadonlyMap<number, number> {
  const own = [...lines.line.keys()].filter((row) => sources[lines.source[row]]?.path.endsWith(file));
  const all = own.reduce((sum, row) => sum + lines.selfTime[row], 0);
  const exact = own.filter((row) => lines.precision[row] === Precision.exact);
  return new Map(exact.map((row) => [lines.line[row], (100 * lines.selfTime[row]) / all]));
}

function assertHotLines(analysis: Analysis, file: string): void {
  const shares = sharesOf(analysis, file);
  for (const line of [SUM_LINE, TEXT_LINE]) {
    const share = shares.get(line) ?? 0;
    assert.ok(share > 30 && share < 65, `line ${line}: ${share}, of ${JSON.stringify([...shares])}`);
  }
}

/** Pieces of baseline code behind the mark in a log, and those that the notes in it are about: their addresses, in order. */
async function piecesIn(recording: string): Promise<{ readonly logged: string[]; readonly noted: string[] }> {
  const lines = (await readFile(recording, 'latin1')).split('\n');
  const mark = lines.findIndex((line) => line.includes(' heatline:baseline:1:1,'));
  assert.ok(mark > 0, 'there is a mark');
  const addresses = (some: readonly string[], field: number): string[] => some.map((line) => line.split(',')[field]);
  return {
    logged: addresses(
      lines.slice(mark).filter((line) => line.startsWith('code-creation,') && line.endsWith(',^')),
      4,
    ),
    noted: addresses(
      lines.filter((line) => line.startsWith('heatline-baseline,')),
      2,
    ),
  };
}

for (const major of nodeMajors) {
  describe(`baseline code on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);
    const options = (program: string, name: string) =>
      bench.options(program, {
        sampler: 'v8log',
        interval: 500,
        runtimeArgs: BASELINE_ONLY,
        output: path.join(bench.folder, name, 'out.cpuprofile'),
      });

    itWhere(isProven, 'it is known for Linux x64')('has its own lines, exactly', async () => {
      const program = await bench.write('hot.js', hotLines(''));
      const { outcome } = await record(options(program, 'plain'));
      assert.deepEqual(outcome.diagnostics, []);
      assertHotLines(await analyze(outcome.recording ?? ''), 'hot.js');
      const { logged, noted } = await piecesIn(outcome.recording ?? '');
      assert.ok(logged.length > 100, `${logged.length} pieces`);
      assert.deepEqual(noted, logged);
      assert.deepEqual(await readdir(path.join(bench.folder, 'plain')), ['out.v8log']);
    });

    itWhere(isProven, 'it is known for Linux x64')('has them in worker threads and child processes', async () => {
      const worker = await bench.write('worker.js', hotLines(''));
      const child = await bench.write('child.js', hotLines(''));
      const program = await bench.write(
        'starts.js',
        `const { Worker } = require('node:worker_threads');
         const { fork } = require('node:child_process');
         new Worker(${JSON.stringify(worker)}).on('exit', () => fork(${JSON.stringify(child)}));`,
      );
      const { outcome } = await record(options(program, 'threads'));
      const analysis = await analyze(outcome.recording ?? '');
      assertHotLines(analysis, 'worker.js');
      assertHotLines(analysis, 'child.js');
    });

    itWhere(isProven, 'it is known for Linux x64')(
      'has them in workers of which each takes the place of another',
      async () => {
        const workers = [0, 1, 2, 3].map((number) => `worker-${number}.js`);
        for (const name of workers) await bench.write(name, hotLines(''));
        const program = await bench.write(
          'turns.js',
          `const { Worker } = require('node:worker_threads');
         const next = ([name, ...others]) => name && new Worker(require('node:path').join(__dirname, name)).on('exit', () => next(others));
         next(${JSON.stringify(workers)});`,
        );
        const { outcome } = await record(options(program, 'turns'));
        assert.deepEqual(outcome.diagnostics, []);
        const analysis = await analyze(outcome.recording ?? '');
        for (const name of workers) assertHotLines(analysis, name);
      },
    );

    for (const flag of ['--jitless', '--no-sparkplug', '--no_sparkplug'])
      it(`is not made where the program has ${flag}`, async () => {
        const program = await bench.write('without.js', hotLines(''));
        const { outcome } = await record({ ...options(program, 'without'), runtimeArgs: [flag] });
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
        assert.doesNotMatch(await readFile(outcome.recording ?? '', 'latin1'), /^code-creation,.*,\^$/m);
      });

    itWhere(isProven, 'it is known for Linux x64')('has them when the program is killed', async () => {
      const program = await bench.write('killed.js', hotLines("process.kill(process.pid, 'SIGKILL');"));
      const { outcome } = await record(options(program, 'killed'));
      assertHotLines(await analyze(outcome.recording ?? ''), 'killed.js');
    });

    itWhere(isProven, 'it is known for Linux x64')(
      'has them where the program removes the recording’s folder',
      async () => {
        const remove =
          "require('node:fs').rmSync(require('node:path').join(__dirname, 'removed'), { recursive: true });";
        const program = await bench.write('removes.js', hotLines(remove));
        const { outcome } = await record(options(program, 'removed'));
        assertHotLines(await analyze(outcome.recording ?? ''), 'removes.js');
      },
    );
  });
}
