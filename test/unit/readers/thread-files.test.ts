import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findThreadFiles } from '../../../src/readers/thread-files.ts';
import { readThreads } from '../../../src/readers/read-threads.ts';
import { useScratch } from '../../support/scratch.ts';
import { wordsOf } from '../../support/told.ts';
import { smallProfile } from './cpuprofile/small-profile.ts';

describe('a folder that --cpu-prof-dir filled', () => {
  const scratch = useScratch();
  let folders = 0;

  /** Profiles by name, from one time to another in milliseconds. */
  function fill(files: Readonly<Record<string, readonly [from: number, to: number]>>): string {
    const folder = path.join(scratch(), `profiles-${folders++}`);
    mkdirSync(folder);
    for (const [name, [from, to]] of Object.entries(files)) {
      const times = { startTime: from * 1000, endTime: to * 1000 };
      writeFileSync(path.join(folder, `${name}.cpuprofile`), JSON.stringify({ ...smallProfile(), ...times }));
    }
    return folder;
  }

  /** `process.thread` of each file, by run. */
  const runsIn = async (folder: string): Promise<unknown> =>
    (await findThreadFiles(folder))?.map((files) => files.map(({ pid, workerId }) => `${pid}.${workerId}`));

  it('holds one run of several threads and processes, whose times overlap', async () => {
    const folder = fill({
      'CPU.20261128.101501.4711.1.002': [50, 300],
      'CPU.20261128.101500.4711.0.001': [10, 400],
      'CPU.20261128.101502.4800.0.001': [350, 380],
    });
    assert.deepEqual(await runsIn(folder), [['4711.0', '4711.1', '4800.0']]);
    const profiles = await readThreads(folder);
    const threads = profiles.map(({ recording: { thread } }) => thread ?? assert.fail());
    assert.deepEqual(wordsOf(threads, 'id', 'parent', 'kind', 'name', 'startUs'), [
      '1 undefined main main thread 10000',
      '2 1 worker worker 1 50000',
      '3 undefined process process 4800 350000',
    ]);
    assert.equal(profiles[0].recording.threads?.threads.length, 3);
  });

  it('holds several runs, one after the other, also where containers give each the same process id', async () => {
    const folder = fill({
      'CPU.20261128.101500.7.0.001': [10, 400],
      'CPU.20261128.101501.7.0.001': [500, 900],
      'CPU.20261128.101502.8.0.001': [1000, 1400],
    });
    assert.deepEqual(await runsIn(folder), [['7.0'], ['7.0'], ['8.0']]);
  });

  it('is told by times that stand at any place of a file', async () => {
    const folder = fill({ 'CPU.20261128.101500.7.0.001': [10, 400] });
    const file = path.join(folder, 'CPU.20261128.101500.7.0.001.cpuprofile');
    // The first chunk that is read ends inside of the times.
    for (let inside = 0; inside < 60; inside++) {
      const before = JSON.stringify({ ignored: 'x'.repeat(256 * 1024 - 20 - inside) }).slice(0, -1);
      writeFileSync(file, `${before},"startTime": 10000000,"endTime":400000000,"samples":[]}`);
      const [[{ startUs, endUs }]] = (await findThreadFiles(folder)) ?? [[]];
      assert.deepEqual([startUs, endUs], [10_000_000, 400_000_000]);
    }
  });

  it('says nothing of threads where others are in it, or times are of several machines', async () => {
    assert.equal(await runsIn(fill({ 'CPU.20261128.101500.7.0.001': [10, 400], mine: [20, 30] })), undefined);
    const machines = { 'CPU.20261128.101500.7.0.001': [10, 400], 'CPU.20261127.090000.7.0.001': [20, 500] } as const;
    assert.equal(await runsIn(fill(machines)), undefined);
  });
});
