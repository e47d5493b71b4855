import assert from 'node:assert/strict';
import path from 'node:path';
import { canEmulate, emulatedNode } from '../../../support/arm64.ts';
import { bySampler, itWhere } from '../../../support/it-where.ts';
import { outerNodeMajors } from '../../../support/nodes.ts';
import { BUSY, readNotes, useBench } from '../../../support/recording.ts';

/** Waits and computes in turns. */
const PROGRAM = `${BUSY}const cell = new Int32Array(new SharedArrayBuffer(4));
for (let turn = 0; turn < 20; turn++) {
  Atomics.wait(cell, 0, 0, 20);
  busy(20);
}
console.log(process.arch);
`;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

describe('a program on Linux arm64', () => {
  const bench = useBench();
  const emulated = bySampler(itWhere(canEmulate, 'needs qemu-user and gcc-aarch64-linux-gnu on Linux x64'));

  for (const major of outerNodeMajors)
    emulated(`has a record for each sample, and no frame repair, on Node ${major}`, async (sampler) => {
      const runtimeExecutable = await emulatedNode(major, path.join(bench.folder, `node-${major}`));
      const { stdout, stderr, file } = await bench.record(PROGRAM, { sampler, runtimeExecutable });
      assert.deepEqual([stdout, stderr], ['arm64\n', '']);
      const [{ facts, cpuClock }] = (await readNotes(file)).sections;
      assert.equal(facts.frameRepair?.state === 'off' && facts.frameRepair.reason, 'platform');
      assert.ok(cpuClock?.records, 'the handler left records');
      const { states, timeUs, cpuUs, switches } = cpuClock.records;
      for (const state of 'RW')
        assert.ok(states.includes(state), `no signal found it in the state ${state}: ${states}`);
      assert.ok(sum(cpuUs.slice(1)) <= sum(timeUs.slice(1)));
      assert.ok(sum(switches.slice(1)) > 0);
    });
});
