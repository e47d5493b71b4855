import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { pairMarks } from '../../../src/recorder/marks.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

/** Work in and out of marks, in the main thread, a worker and a child, one after the other. */
const MARKED = `${BUSY}
const { Worker, isMainThread } = require('worker_threads');
const { fork } = require('child_process');
const seen = () => [console.profile, console.profileEnd].map((mark) =>
  [mark.name, mark.length, 'prototype' in mark, String(mark).includes('native code')].join());
const ended = (what) => new Promise((resolve) => what.on('exit', resolve));
function before() { busy(200); }
function inside() { busy(200); }
function between() { busy(200); }
function nested() { busy(100); }
function inWorker() { busy(200); }
function besideWorker() { busy(200); }
function inChild() { busy(200); }
function besideChild() { busy(200); }
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

/** Self times of functions in milliseconds, by name, those below 20 ms left out. */
function times({ functions }: Analysis): Record<string, number> {
  const totals = new Map<string, number>();
  functions.name.forEach((name, row) => {
    if (functions.category[row] === 0 && name !== '' && functions.totalTime[row] > 20_000)
      totals.set(name, functions.totalTime[row] / 1000);
  });
  return Object.fromEntries(totals);
}

/** At the edges of a mark a sample may have a part on its other side. What a busy machine left unsampled is in neither. */
const near = (time = 0, wanted = 0): boolean => Math.abs(time - wanted) < 5 + 0.05 * wanted;

for (const major of nodeMajors) {
  for (const sampler of ['v8log', 'inspector'] as const) {
    describe(`marks in a program on Node ${major} (${sampler})`, () => {
      const bench = useBench(major);

      it('limit what is shown of all threads to the marked time, by one clock', async () => {
        const program = await bench.write('marked.js', MARKED);
        const { outcome, stdout, stderr } = await record(bench.options(program, { sampler }));
        assert.ok(outcome.recording, stderr.toString());
        const asNode = 'profile,0,false,false profileEnd,0,false,false';
        assert.equal(stdout.toString(), `${asNode}\n${asNode}\n`, stderr.toString());
        const analysis = await analyze(outcome.recording);
        assert.deepEqual(
          analysis.marked?.spans.map(({ name }) => name),
          ['first', 'inner', 'in the worker', 'child'],
        );
        const whole = await analyze(outcome.recording, { marks: 'ignored' });
        const [shown, all] = [times(analysis), times(whole)];
        const told = JSON.stringify({ shown, all });
        for (const name of ['before', 'between', 'besideWorker', 'besideChild'])
          assert.equal(shown[name], undefined, `${name}: ${told}`);
        const sum = (names: readonly string[]): number => names.reduce((time, name) => time + (all[name] ?? 0), 0);
        assert.ok(sum(['before', 'between', 'besideWorker', 'besideChild']) > 60, told);
        assert.ok(sum(['inside', 'nested', 'inWorker', 'inChild']) > 60, told);
        for (const name of ['inside', 'nested', 'inWorker', 'inChild'])
          assert.ok(near(shown[name], all[name]), `${name}: ${told}`);
        assert.deepEqual(
          analysis.diagnostics.filter(({ code }) => code.startsWith('mark')),
          [{ code: 'mark-without-start', severity: 'info', names: ['never begun'] }].map((one) => ({
            ...one,
            inThreads: ['marked.js'],
          })),
        );
        const one = await analyze(outcome.recording, { marks: { name: 'in the worker' } });
        assert.deepEqual(Object.keys(times(one)).sort(), ['busy', 'inWorker']);
        assert.ok(analysis.quality.duration < whole.quality.duration);
        await assert.rejects(analyze(outcome.recording, { marks: { name: 'no' } }), /no marks of the name "no"/);
      });
    });
  }
}
