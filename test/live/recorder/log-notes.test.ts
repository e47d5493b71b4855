import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Analysis, Precision } from '../../../src/core/index.ts';
import { linesOf } from '../../support/figures.ts';
import { onRepaired } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { assertRecorded, describeOnNodes, exit, type Recorded } from '../../support/recording.ts';

/** Everything is compiled by Sparkplug at once, and by nothing else. */
const BASELINE_ONLY = ['--always-sparkplug', '--max-optimized-bytecode-size=0', '--no-maglev'];

const SUM_LINE = 4;
const TEXT_LINE = 11;
/** Computes on two lines, in two functions, and ends as `last` says. */
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
for (let round = 0; round < 300; round++) { sum(20000); text(2000); }
${last}
`;

/** Without the positions of baseline code the time is on the first lines of the functions, or on none exactly. */
function assertHotLines(analysis: Analysis, file: string): void {
  const { lines } = analysis;
  const hottest = linesOf(analysis, file).filter((row) => lines.precision[row] !== Precision.function);
  assert.deepEqual(new Set(hottest.slice(0, 2).map((row) => lines.line[row])), new Set([SUM_LINE, TEXT_LINE]), file);
}

/** Pieces of baseline code behind the mark in a log, and those that the notes in it are about: their addresses, in order. */
async function piecesIn(recording: string): Promise<{ readonly logged: string[]; readonly noted: string[] }> {
  const lines = (await readFile(recording, 'latin1')).split('\n');
  const mark = lines.findIndex((line) => line.includes(' heatline:baseline:1:1,'));
  assert.ok(mark > 0, 'there is a mark');
  const addresses = (some: readonly string[], pattern: RegExp): string[] =>
    some.flatMap((line) => pattern.exec(line)?.slice(1) ?? []);
  return {
    logged: addresses(lines.slice(mark), /^code-creation,(?:[^,]*,){3}([^,]*),.*,\^$/),
    noted: addresses(lines, /^heatline-baseline,[^,]*,([^,]*)/),
  };
}

describeOnNodes('baseline code', nodeMajors, (bench) => {
  const recordHot = (text: string, runtimeArgs = BASELINE_ONLY): Promise<Recorded> =>
    bench.record(text, { sampler: 'v8log', interval: 500, runtimeArgs });

  onRepaired('has its own lines, exactly', async () => {
    const { file, codes, analyze } = await recordHot(hotLines(''));
    assert.deepEqual(codes, []);
    assertHotLines(await analyze(), 'program.js');
    const { logged, noted } = await piecesIn(file);
    assert.ok(logged.length > 100, `${logged.length} pieces`);
    assert.deepEqual(noted, logged);
    assert.deepEqual(await readdir(path.dirname(file)), ['out.v8log']);
  });

  onRepaired('has them in workers, of which one takes the place of another, and in child processes', async () => {
    const files = ['worker-0.js', 'worker-1.js', 'worker-2.js', 'child.js'];
    for (const name of files) await bench.write(name, hotLines(''));
    const { codes, analyze } = await recordHot(
      `const { Worker } = require('node:worker_threads'), { fork } = require('node:child_process');
         const next = ([name, ...others]) => {
           const file = require('node:path').join(__dirname, name);
           if (others.length === 0) fork(file); else new Worker(file).on('exit', () => next(others));
         };
         next(${JSON.stringify(files)});`,
    );
    assert.deepEqual(codes, []);
    const analysis = await analyze();
    for (const name of files) assertHotLines(analysis, name);
  });

  onRepaired('has them when the program is killed', async () => {
    const { analyze } = await recordHot(hotLines("process.kill(process.pid, 'SIGKILL');"));
    assertHotLines(await analyze(), 'program.js');
  });

  for (const flag of ['--jitless', '--no-sparkplug', '--no_sparkplug'])
    it(`is not made where the program has ${flag}`, async () => {
      const recorded = await recordHot('for (let i = 0; i < 1e5; i++) Math.sqrt(i);', [flag]);
      await assertRecorded(recorded, { ending: exit(0) });
      assert.doesNotMatch(await readFile(recorded.file, 'latin1'), /^code-creation,.*,\^$/m);
    });
});

/** In turns of some microseconds a function that has most of the time and one that allocates everything, of this name. */
const turns = (maker: string): string => `const kept = new Array(50000).fill(undefined);
function compute(from) { let sum = from; for (let i = 0; i < 500; i++) sum = (sum * 31 + i) & 0xffff; return sum; }
function ${maker}(at) {
  for (let i = 0; i < 8; i++) kept[(at * 8 + i) % kept.length] = { at, tags: [i, at, i + at], next: { i } };
}
function ${maker}Turns() { for (let turn = 0, sum = 0; turn < 200000; turn++) { sum = compute(sum); ${maker}(turn); } }
`;

// Of functions that are inlined it is not always known which one allocated.
describeOnNodes('what begins garbage collections', nodeMajors, (bench) => {
  onRepaired('is known of each thread, and of a program that is killed', async () => {
    await bench.write('worker.js', `${turns('inWorker')}\ninWorkerTurns();`);
    const { codes, file, analyze } = await bench.record(
      `${turns('inMain')}
       const { Worker } = require('node:worker_threads');
       const resourceLimits = { maxYoungGenerationSizeMb: 3 };
       new Worker(require('node:path').join(__dirname, 'worker.js'), { resourceLimits }).on('exit', () => {
         inMainTurns();
         process.kill(process.pid, 'SIGKILL');
       });`,
      {
        sampler: 'v8log',
        interval: 500,
        runtimeArgs: ['--max-semi-space-size=1', '--no-turbo-inlining', '--no-maglev'],
      },
    );
    assert.deepEqual(codes, ['program-gone']);
    assert.match(await readFile(file, 'latin1'), /^heatline-gc,\d+(,0x[0-9a-f]+){3,}$/m);
    const { functions } = await analyze();
    const begun = functions.name.filter((_, row) => (functions.gcTime?.[row] ?? 0) > 0);
    for (const name of ['inMain', 'inWorker']) assert.ok(begun.includes(name), begun.join());
  });
});
