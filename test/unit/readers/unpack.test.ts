import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { readThreads } from '../../../src/readers/read-threads.ts';
import { withScratch } from '../../support/scratch.ts';
import { sectionedFile } from '../../support/threaded-recording.ts';
import { refusalOf, withFile } from './cpuprofile/read-bytes.ts';
import { smallProfile } from './cpuprofile/small-profile.ts';
import { smallLog } from './v8-log/log-text.ts';

const log = [...smallLog, 'tick,0x1003,2000,0,0x0,0'];

/** Runs `use` with a folder of its own for temporary files. */
const withTemporary = (use: (folder: string) => Promise<void>): Promise<void> =>
  withScratch(async (folder) => {
    const { TMPDIR, TEMP } = process.env;
    Object.assign(process.env, { TMPDIR: folder, TEMP: folder });
    try {
      await use(folder);
    } finally {
      for (const [name, value] of Object.entries({ TMPDIR, TEMP }))
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
    }
  });

describe('recordings compressed with gzip', () => {
  const formats: Readonly<Record<string, string>> = {
    profile: JSON.stringify(smallProfile()),
    log: `${log.join('\n')}\n`,
    threads: sectionedFile([
      { name: 'main.js', samples: log },
      { name: 'worker', samples: log },
    ]),
  };
  for (const [name, text] of Object.entries(formats))
    it(`are what they are unpacked, whatever their name: ${name}`, async () => {
      const plain = await withFile(text, (path) => readThreads(path));
      assert.deepEqual(await withFile(gzipSync(text), (path) => readThreads(path)), plain);
    });

  it('are refused by their own name, and leave nothing behind', async () => {
    const packed = gzipSync(formats.profile);
    const noProfile = gzipSync('{"nodes":3}');
    const cases: readonly (readonly [Buffer, RegExp])[] = [
      [packed.subarray(0, packed.length - 20), /compressed with gzip, and damaged or cut off; copy it again\.$/],
      [Buffer.concat([packed.subarray(0, 20), Buffer.alloc(40, 7)]), /compressed with gzip, and damaged/],
      [gzipSync(packed), /compressed with gzip twice; unpack it once/],
      [noProfile, /its "nodes" are not a list\.$/],
    ];
    for (const [bytes, problem] of cases)
      await withFile(bytes, (path) =>
        withTemporary(async (folder) => {
          const { message } = await refusalOf(readThreads(path));
          assert.ok(message.startsWith(`${path} cannot be read: `), message);
          assert.match(message, problem);
          assert.deepEqual(await readdir(folder), []);
        }),
      );
  });
});
