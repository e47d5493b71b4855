import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { readRegularFile } from '../../../src/recorder/read-regular-file.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { record, useBench } from './record.ts';

describe('files that scripts name', () => {
  const bench = useBench();

  it('are read where they are files, and no devices, folders or nothing', async () => {
    const file = await bench.write('some.txt', 'text');
    assert.equal((await readRegularFile(file))?.toString(), 'text');
    for (const other of [os.devNull, bench.folder, path.join(bench.folder, 'none')]) {
      assert.equal(await readRegularFile(other), undefined);
    }
  });

  itWhere(!isWindows, 'Windows has no /dev/zero')(
    'do not hold up a recording when one is a device without an end',
    async () => {
      const code =
        "require('vm').runInThisContext('const end = Date.now() + 200; while (Date.now() < end);', '/dev/zero')";
      const { outcome } = await record(bench.options(await bench.write('names-device.js', code)));
      assert.ok(outcome.recording);
    },
  );
});
