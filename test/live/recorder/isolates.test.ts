import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyze } from '../../../src/analysis/analyze.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** tsx has a thread for its hooks; the program has two more, and both compute as long as the main thread does. */
const PROGRAM = `
import { Worker, isMainThread } from 'node:worker_threads';
interface Work { readonly ms: number }
function compute({ ms }: Work): number {
  const end: number = Date.now() + ms;
  let x = 0;
  while (Date.now() < end) x += Math.sqrt(x + 1);
  return x;
}
function inThread(ms: number): Promise<void> {
  const worker = new Worker(\`const end = Date.now() + \${ms}; let x = 0; while (Date.now() < end) x++;\`, { eval: true });
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}
const threads: Promise<void>[] = [inThread(300), inThread(300)];
console.log(isMainThread, compute({ ms: 500 }) > 0);
await Promise.all(threads);
`;

for (const major of nodeMajors) {
  describe(`a TypeScript program of several threads on Node ${major}`, () => {
    const bench = useBench(major);

    for (const sampler of ['v8log', 'inspector'] as const) {
      it(`leaves one recording of its main thread, on its own lines (${sampler})`, async () => {
        const program = await bench.write('program.mts', PROGRAM);
        const folder = path.join(bench.folder, sampler);
        const { outcome, stdout, stderr } = await record(
          bench.options(program, {
            runtimeArgs: ['--import', TSX],
            sampler,
            output: path.join(folder, 'out.cpuprofile'),
          }),
        );
        assert.equal(stdout.toString(), 'true true\n', stderr.toString());
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
        assert.deepEqual(outcome.diagnostics, []);
        assert.deepEqual(await readdir(folder), [path.basename(outcome.recording ?? '')]);
        const { functions, lines, sources } = await analyze(outcome.recording ?? '');
        const compute = functions.name.indexOf('compute');
        assert.equal(sources[functions.source[compute]].path, program);
        assert.equal(functions.line[compute], 4);
        if (sampler === 'v8log') {
          // The program's own: tsx may take longer to compile it than it runs.
          const own = lines.selfTime.map((time, row) => (sources[lines.source[row]].path === program ? time : 0));
          assert.equal(lines.line[own.indexOf(Math.max(...own))], 7);
        }
      });
    }
  });
}
