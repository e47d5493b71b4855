import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/core/index.ts';
import { samplesOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';
import { wordsOf } from '../../support/told.ts';

/** Work in and out of marks, in the main thread, a worker and a child, one after the other. */
const MARKED = `${BUSY}
const { Worker, isMainThread } = require('worker_threads');
const { fork } = require('child_process');
const seen = () => [console.profile, console.profileEnd].map((mark) =>
  [mark.name, mark.length, 'prototype' in mark, String(mark).includes('native code')].join());
const ended = (what) => new Promise((resolve) => what.on('exit', resolve));
function before() { busy(60); }
function inside() { busy(60); }
function between() { busy(60); }
function nested() { busy(60); }
function inWorker() { busy(60); }
function besideWorker() { busy(60); }
function inChild() { busy(60); }
function besideChild() { busy(60); }
async function main() {
  before();
  console.profile('first');
  inside();
  console.profile('inner');
  nested();
  console.profileEnd('first');
  nested();
  console.profileEnd();
  between();
  await ended(new Worker(__filename, { execArgv: [] }));
  await ended(fork(__filename, ['child']));
  console.profileEnd('never begun');
  console.log(seen().join(' '));
}
if (!isMainThread) {
  besideWorker();
  console.profile('in the worker');
  inWorker();
  console.profileEnd('in the worker');
  console.log(seen().join(' '));
} else if (process.argv[2] === 'child') {
  besideChild();
  console.profile('child');
  inChild();
  process.kill(process.pid, 'SIGKILL');
} else void main();
`;
const MARKED_ONES = ['inside', 'nested', 'inWorker', 'inChild'];
const OTHERS = ['before', 'between', 'besideWorker', 'besideChild'];

describeOnNodes('marks in a program', outerNodeMajors, (bench) => {
  bySampler()('limit what is shown of all threads to the marked time, by one clock', async (sampler) => {
    const recorded = await bench.record(MARKED, { name: 'marked.js', sampler });
    const asNode = 'profile,0,false,false profileEnd,0,false,false';
    assert.equal(recorded.stdout, `${asNode}\n${asNode}\n`, recorded.stderr);
    const shown = await recorded.analyze();
    const all = await recorded.analyze({ marks: 'ignored' });
    const one = await recorded.analyze({ marks: { name: 'in the worker' } });
    assert.deepEqual(wordsOf(shown.marked?.spans, 'name'), ['first', 'inner', 'in the worker', 'child']);
    const told = (analysis: Analysis): Record<string, number> =>
      Object.fromEntries([...MARKED_ONES, ...OTHERS].map((name) => [name, samplesOf(analysis, name)]));
    const [few, many, own] = [shown, all, one].map(told);
    const figures = JSON.stringify({ few, many, own });
    for (const name of [...MARKED_ONES, ...OTHERS]) {
      // A busy machine may take the CPU away between a clock's reading and a mark, for some milliseconds.
      const isHalf = (samples: number): boolean => samples > many[name] / 2;
      assert.equal(isHalf(few[name]), MARKED_ONES.includes(name), `${name}: ${figures}`);
      assert.equal(isHalf(own[name]), name === 'inWorker', `${name}: ${figures}`);
    }
    assert.deepEqual(
      shown.diagnostics.filter(({ code }) => code.startsWith('mark')),
      [{ code: 'mark-without-start', severity: 'info', names: ['never begun'], inThreads: ['marked.js'] }],
    );
    assert.ok(shown.quality.duration < all.quality.duration);
    await assert.rejects(recorded.analyze({ marks: { name: 'no' } }), /no marks of the name "no"/);
  });
});
