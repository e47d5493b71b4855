import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hottestLine } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** tsx has a thread for its hooks; the program has two more, which compute as the main thread does. */
const PROGRAM = `${BUSY}import { Worker, isMainThread } from 'node:worker_threads';
interface Work { readonly times: number }
function compute({ times }: Work): number {
  let x: number = 0;
  for (let i: number = 0; i < times; i++)
    x += Math.sqrt(x + 1);
  return x;
}
function inThread(): Promise<void> {
  const worker = new Worker('let x = 0; for (let i = 0; i < 1e7; i++) x += Math.sqrt(x + 1);', { eval: true });
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}
const threads: Promise<void>[] = [inThread(), inThread()];
untilSampled(() => compute({ times: 3e7 }));
console.log(isMainThread);
await Promise.all(threads);
`;

describeOnNodes('a TypeScript program of several threads', outerNodeMajors, (bench) => {
  for (const sampler of ['v8log', 'inspector'] as const)
    it(`leaves one recording, with its main thread on its own lines (${sampler})`, async () => {
      const more = { name: 'program.mts', runtimeArgs: ['--import', TSX], sampler };
      const { outcome, stdout, stderr, file, analyze } = await bench.record(PROGRAM, more);
      assert.equal(stdout, 'true\n', stderr);
      assert.deepEqual([outcome.ending, outcome.diagnostics], [{ kind: 'exit', code: 0 }, []]);
      assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
      const analysis = await analyze();
      const { functions, sources } = analysis;
      const compute = functions.name.indexOf('compute');
      assert.equal(sources[functions.source[compute]].path, path.join(bench.folder, 'program.mts'));
      assert.equal(functions.line[compute], 4);
      if (sampler === 'v8log') assert.match(hottestLine(analysis, 'program.mts'), /:[67]$/);
    });
});
