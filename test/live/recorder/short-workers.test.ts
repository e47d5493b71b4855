import assert from 'node:assert/strict';
import { itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

/** Six threads one after the other, the first of them over long before the program is asked how it is. */
const PROGRAM = `
const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) {
  let left = 6;
  const next = () => left-- > 0 && new Worker(__filename).on('exit', next);
  next();
} else {
  let text = '';
  for (let i = 0; i < 6e5; i++) text = \`a\${i}-\${text.length}\`;
}
`;

const onLinux = itWhere(process.platform === 'linux' && process.arch === 'x64', 'frames are repaired on Linux x64');

describeOnNodes('worker threads that end soon', outerNodeMajors, (bench) => {
  onLinux('have their frames repaired, and are told as what it took to start them', async () => {
    const { analyze } = await bench.record(PROGRAM);
    const { threads, diagnostics } = await analyze();
    assert.equal(threads.length, 7);
    for (const { id } of threads) {
      const { facts } = await analyze({ thread: id });
      assert.equal(facts.frameRepair?.state, 'on', `thread ${id}`);
    }
    const started = diagnostics.find(({ code }) => code === 'threads-started');
    assert.ok(started && 'threads' in started && started.threads === 6, JSON.stringify(diagnostics));
  });
});
