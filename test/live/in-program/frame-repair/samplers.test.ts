import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { bySampler, isRepaired, itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../../support/recording.ts';

const [kernel, patch] = os.release().split('.').map(Number);
/** Since Linux 6.12 threads have slices of their own, which are told where it was built such that it tells. */
const tellsSlices =
  isRepaired &&
  (kernel > 6 || (kernel === 6 && patch >= 12)) &&
  existsSync('/proc/self/sched') &&
  readFileSync('/proc/self/sched', 'utf8').includes('se.slice');

/** Computes in the main thread and in a worker, and prints what the system says of each sampling thread of its process. */
const PROGRAM = `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const fs = require('node:fs');
${BUSY}
const read = (file) => { try { return fs.readFileSync(file, 'latin1'); } catch { return ''; } };
const tell = () => {
  const threads = fs.readdirSync('/proc/self/task').filter((id) => /ProfEvntProc|SamplingThread/.test(read('/proc/self/task/' + id + '/comm')));
  const slices = threads.map((id) => Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(read('/proc/self/task/' + id + '/sched'))?.[1]));
  console.log(JSON.stringify(slices));
};
if (!isMainThread) { busy(200); parentPort.postMessage(0); parentPort.on('message', () => parentPort.close()); }
else {
  const worker = new Worker(__filename);
  worker.on('message', () => { busy(200); tell(); worker.postMessage(0); });
}
`;

describeOnNodes(`V8's sampling threads`, nodeMajors, (bench) => {
  const told = bySampler(itWhere(tellsSlices, 'this kernel tells no slices'));
  for (const [how, frameRepair] of Object.entries({ with: true, without: false }))
    told(`go before the threads that they sample, ${how} the addon in the program`, async (sampler) => {
      const { stdout } = await bench.record(PROGRAM, { sampler, frameRepair });
      assert.deepEqual(JSON.parse(stdout), [100_000, 100_000]);
    });
});
