import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { onRepaired } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

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
    assert.deepEqual(codes, ['program-killed']);
    assert.match(await readFile(file, 'latin1'), /^heatline-gc,\d+(,0x[0-9a-f]+){3,}$/m);
    const { functions } = await analyze();
    const begun = functions.name.filter((_, row) => (functions.gcTime?.[row] ?? 0) > 0);
    for (const name of ['inMain', 'inWorker']) assert.ok(begun.includes(name), begun.join());
  });
});
