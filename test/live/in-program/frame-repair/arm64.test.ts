import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseHeatlineSection } from '../../../../src/recording/facts.ts';
import type { SampleRecords } from '../../../../src/recording/sample-records.ts';
import { canEmulate, emulatedNode } from '../../../support/arm64.ts';
import { itWhere } from '../../../support/it-where.ts';
import { outerNodeMajors } from '../../../support/nodes.ts';
import { BUSY, useBench } from '../../../support/recording.ts';

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

  for (const major of outerNodeMajors)
    for (const sampler of ['v8log', 'inspector'] as const)
      itWhere(canEmulate, 'needs qemu-user and gcc-aarch64-linux-gnu on Linux x64')(
        `has a record for each sample, and no frame repair (Node ${major}, ${sampler})`,
        async () => {
          const runtimeExecutable = await emulatedNode(major, path.join(bench.folder, `node-${major}`));
          const { stdout, stderr, file } = await bench.record(PROGRAM, { sampler, runtimeExecutable });
          assert.deepEqual([stdout, stderr], ['arm64\n', '']);
          const { facts, records } = await read(file);
          assert.equal(facts.frameRepair?.state === 'off' && facts.frameRepair.reason, 'platform');
          assert.ok(records, 'the handler left records');
          const { states, timeUs, cpuUs, switches } = records;
          for (const state of 'RW')
            assert.ok(states.includes(state), `no signal found it in the state ${state}: ${states}`);
          assert.ok(sum(cpuUs.slice(1)) <= sum(timeUs.slice(1)));
          assert.ok(sum(switches.slice(1)) > 0);
        },
      );
});

async function read(
  file: string,
): Promise<{ facts: ReturnType<typeof parseHeatlineSection>['facts']; records: SampleRecords | undefined }> {
  const text = await readFile(file, 'utf8');
  const json: unknown = file.endsWith('.v8log')
    ? JSON.parse(/^heatline,(.*)$/m.exec(text)?.[1] ?? '')
    : (JSON.parse(text) as { $heatline: unknown }).$heatline;
  const { facts, cpuClock } = parseHeatlineSection('', json);
  return { facts, records: cpuClock?.records };
}
