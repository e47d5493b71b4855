import assert from 'node:assert/strict';
import { mkdirSync, rmSync, truncateSync } from 'node:fs';
import { readCauses, writeCauses } from '../../../src/readers/causes-file.ts';
import type { Causes } from '../../../src/recording/index.ts';
import { useScratch } from '../../support/scratch.ts';

const causes: Causes = { version: 1, scripts: [], families: [], sites: [], thrownOut: [], passedOver: 3 };

describe('The causes beside a recording', () => {
  const scratch = useScratch();

  it('are those of this recording, and not of another one that had its name', async () => {
    const recording = scratch('a.v8log');
    await writeCauses(recording, causes, 1000);
    assert.deepEqual(await readCauses(recording, 1000), causes);
    assert.deepEqual(await readCauses(recording), causes);
    assert.equal(await readCauses(recording, 2000), undefined);
    await writeCauses(recording, causes, undefined);
    assert.deepEqual(await readCauses(recording, 2000), causes);
  });

  it('are left alone where they are no file, or too large', async () => {
    const recording = scratch('b.v8log');
    await writeCauses(recording, causes, 1000);
    truncateSync(`${recording}.why.json`, 2 ** 26 + 1);
    assert.equal(await readCauses(recording), undefined);
    rmSync(`${recording}.why.json`);
    mkdirSync(`${recording}.why.json`);
    assert.equal(await readCauses(recording), undefined);
  });
});
