import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { WaitReadings } from '../../../../src/recording/index.ts';
import { itWhere } from '../../../support/it-where.ts';
import { outerNodeMajors } from '../../../support/nodes.ts';
import { BUSY, type ProgramOptions, useBench } from '../../../support/recording.ts';

/** Waits for 4 ms, computes for as long, and so on, in the main thread and in a worker. */
const IN_TURNS = `${BUSY}const cell = new Int32Array(new SharedArrayBuffer(4));
const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) new Worker(__filename);
for (let turn = 0; turn < 40; turn++) {
  Atomics.wait(cell, 0, 0, 4);
  busy(4);
}
`;
/** How many waits each thread of a recording has noted. */
async function waitsIn(file: string): Promise<number[]> {
  const found = (await readFile(file, 'utf8')).matchAll(/"waits":(\{[^}]*\})/g);
  return [...found].map(([, json]) => (JSON.parse(json) as WaitReadings).fromUs.length);
}

for (const major of outerNodeMajors) {
  describe(`waits in system calls, on Node ${major}`, () => {
    const bench = useBench(major);
    const onProven = itWhere(process.platform === 'linux' && process.arch === 'x64', 'the handler is for Linux x64');
    const record = async (more: ProgramOptions): Promise<number[]> =>
      waitsIn((await bench.record(IN_TURNS, more)).file);

    for (const sampler of ['inspector', 'v8log'] as const)
      onProven(`are noted of the main thread and of a worker (${sampler})`, async () => {
        const waits = await record({ sampler });
        assert.equal(waits.length, 2);
        assert.ok(Math.min(...waits) > 0, waits.join());
      });

    onProven('are not known without the addon', async () => {
      assert.deepEqual(await record({ frameRepair: false }), []);
    });
  });
}
