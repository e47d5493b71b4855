import assert from 'node:assert/strict';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { itWhere } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** Six threads one after the other, the first of them over long before the program is asked how it is. */
const PROGRAM = `
const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) {
  let left = 6;
  const next = () => left-- > 0 && new Worker(__filename).on('exit', next);
  next();
} else {
  let text = '';
  for (const end = Date.now() + 60; Date.now() < end; ) for (let i = 0; i < 2000; i++) text = \`a\${i}-\${text.length}\`;
}
`;

const onLinux = itWhere(process.platform === 'linux' && process.arch === 'x64', 'frames are repaired on Linux x64');

for (const major of nodeMajors) {
  describe(`worker threads that end soon on Node ${major}`, () => {
    const bench = useBench(major);

    onLinux('have their frames repaired, and are told as what it took to start them', async () => {
      const program = await bench.write('program.js', PROGRAM);
      const output = path.join(bench.folder, 'out.cpuprofile');
      const { outcome } = await record(bench.options(program, { sampler: 'inspector', output }));
      const recording = outcome.recording ?? '';
      const { threads, diagnostics } = await analyze(recording);
      assert.equal(threads.length, 7);
      for (const { id } of threads) {
        const { facts } = await analyze(recording, { thread: id });
        assert.equal(facts.frameRepair?.state, 'on', `thread ${id}`);
      }
      assert.ok(
        diagnostics.some(
          (diagnostic) => diagnostic.code === 'threads-started' && 'threads' in diagnostic && diagnostic.threads === 6,
        ),
        JSON.stringify(diagnostics),
      );
    });
  });
}
