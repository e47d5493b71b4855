import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { WaitReadings } from '../../../../src/recording/index.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { record, useBench } from '../../../support/recording.ts';

const isProven = process.platform === 'linux' && process.arch === 'x64';

/** Waits for 4 ms, computes for as long, and so on; prints for how long it waited, in milliseconds. */
const IN_TURNS = `const cell = new Int32Array(new SharedArrayBuffer(4));
let waited = 0;
for (let turn = 0; turn < 80; turn++) {
  const begin = performance.now();
  Atomics.wait(cell, 0, 0, 4);
  const end = performance.now();
  waited += end - begin;
  let x = 0;
  while (performance.now() < end + 4) for (let i = 0; i < 5000; i++) x += Math.sqrt(i);
}
console.log(waited);
`;
const COMPUTING = `const end = Date.now() + 400;
let x = 0;
while (Date.now() < end) for (let i = 0; i < 1e5; i++) x += Math.sqrt(i);
`;
/** The same as IN_TURNS in a worker. */
const WORKER = `new (require('node:worker_threads').Worker)(${JSON.stringify(IN_TURNS)}, { eval: true });`;

interface Recorded {
  readonly waits: WaitReadings | undefined;
  readonly output: string;
}

/** Of all threads the one that waited most. */
function waitsIn(text: string): WaitReadings | undefined {
  const found = [...text.matchAll(/"waits":(\{[^}]*\})/g)].map(([, json]) => JSON.parse(json) as WaitReadings);
  return found.toSorted((a, b) => b.fromUs.length - a.fromUs.length)[0];
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
/** Off a CPU, in milliseconds. */
const timeOf = ({ fromUs, toUs, ranUs, offBeforeUs, offAfterUs }: WaitReadings): number =>
  (sum(toUs) - sum(fromUs) - sum(ranUs) + sum(offBeforeUs) + sum(offAfterUs)) / 1000;

for (const major of nodeMajors) {
  describe(`waits in system calls, on Node ${major}`, () => {
    const bench = useBench(major);
    const onProven = itWhere(isProven, 'the handler before V8’s is for Linux x64');

    async function recordWaits(text: string, more: Parameters<typeof bench.options>[1]): Promise<Recorded> {
      const program = await bench.write('waits.js', text);
      const { outcome, stdout } = await record(bench.options(program, more));
      assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
      return { waits: waitsIn(await readFile(outcome.recording, 'utf8')), output: String(stdout) };
    }

    for (const sampler of ['inspector', 'v8log'] as const)
      for (const [where, text] of Object.entries({ 'in the main thread': IN_TURNS, 'in a worker': WORKER }))
        onProven(`are noted with their lengths ${where} (${sampler})`, async () => {
          const { waits, output } = await recordWaits(text, { sampler });
          assert.ok(waits);
          const truth = Number(output);
          // Some waits have no sample on a busy machine; each counts what it waited for a core, too.
          assert.ok(waits.fromUs.length > 40, `${waits.fromUs.length} of 80 waits`);
          assert.ok(timeOf(waits) > 0.5 * truth, `${timeOf(waits)} ms of ${truth} ms`);
          // A wait ends where the thread computes: between two samples of one it does nothing but wake up.
          assert.ok(sum(waits.ranUs) < 0.1 * 1000 * truth, `${sum(waits.ranUs)} µs on a CPU`);
        });

    onProven('are none of a thread that computes', async () => {
      const { waits } = await recordWaits(COMPUTING, { sampler: 'inspector' });
      assert.ok(waits, 'it is known that there are none');
      assert.ok(waits.fromUs.length < 20, `${waits.fromUs.length} waits`);
    });

    onProven('are not known without the addon', async () => {
      const { waits } = await recordWaits(IN_TURNS, { sampler: 'inspector', frameRepair: false });
      assert.equal(waits, undefined);
    });
  });
}
