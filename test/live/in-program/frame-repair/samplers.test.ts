import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { BUSY, type ProgramOptions, useBench } from '../../../support/recording.ts';

const [kernel, patch] = os.release().split('.').map(Number);
const isProven = process.platform === 'linux' && process.arch === 'x64';
/** Since Linux 6.12 threads have slices of their own, which are told where it was built such that it tells. */
const tellsSlices =
  isProven &&
  (kernel > 6 || (kernel === 6 && patch >= 12)) &&
  existsSync('/proc/self/sched') &&
  readFileSync('/proc/self/sched', 'utf8').includes('se.slice');
/** Only root may ask after other threads' sleeps. */
const tellsSleeps = isProven && process.getuid?.() === 0;

/** Computes in the main thread and in a worker, and prints what the system says of each sampling thread of its process. */
const PROGRAM = `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const fs = require('node:fs');
${BUSY}
const read = (file) => {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};
const tell = () => {
  const threads = fs.readdirSync('/proc/self/task').filter((id) => /ProfEvntProc|SamplingThread/.test(read('/proc/self/task/' + id + '/comm')));
  const slices = threads.map((id) => Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(read('/proc/self/task/' + id + '/sched'))?.[1]));
  const sleeps = threads.map((id) => Number(read('/proc/' + id + '/timerslack_ns')));
  console.log(JSON.stringify({ slices, sleeps }));
};
if (!isMainThread) { busy(200); parentPort.postMessage(0); parentPort.on('message', () => parentPort.close()); }
else {
  const worker = new Worker(__filename);
  worker.on('message', () => { busy(200); tell(); worker.postMessage(0); });
}
`;

interface Told {
  readonly slices: readonly number[];
  readonly sleeps: readonly number[];
}

for (const major of nodeMajors) {
  describe(`V8's sampling threads, on Node ${major}`, () => {
    const bench = useBench(major);
    const onProven = itWhere(tellsSlices || tellsSleeps, 'this kernel tells neither slices nor sleeps');
    const tell = async (more: ProgramOptions): Promise<Told> =>
      JSON.parse((await bench.record(PROGRAM, more)).stdout) as Told;

    for (const sampler of ['inspector', 'v8log'] as const)
      onProven(`go before the threads that they sample, and sleep exactly (${sampler})`, async () => {
        const { slices, sleeps } = await tell({ sampler });
        if (tellsSlices) assert.deepEqual(slices, [100_000, 100_000]);
        if (tellsSleeps) assert.deepEqual(sleeps, [1, 1]);
      });

    itWhere(tellsSlices, 'this kernel tells no slices')('are as V8 made them without the addon', async () => {
      const { slices } = await tell({ sampler: 'inspector', frameRepair: false });
      assert.ok(slices.length > 0 && slices.every((slice) => slice > 100_000), slices.join());
    });
  });
}
