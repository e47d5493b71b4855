import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { onUnix } from '../../support/it-where.ts';
import { useCommandLine } from './command-line.ts';

/** Makes V8's log about 4 MB large, and a recording of the inspector some 200 kB by functions with long names. */
const wordy = `let sum = 0;
for (let k = 0; k < 3000; k++) sum += new Function('a', '/*' + 'x'.repeat(1000) + k + '*/ return a + ' + k)(k);
for (let k = 0; k < 100; k++) {
  const name = 'f' + 'y'.repeat(1500) + k;
  new Function('n', 'function ' + name + '(n) { let s = 0; while (n-- > 0) s = (s * 31 + n) | 0; return s; } return ' + name + '(n)')(1e6);
}
console.log('done');
`;

describe('a disk that is full', () => {
  const cli = useCommandLine();
  beforeEach(() => void cli.write('wordy.js', wordy));

  onUnix('cuts a V8 log, which is kept, says why, and can be read', async () => {
    const { code, stdout, stderr } = await cli.run(['run', '--sampler', 'v8log', 'wordy.js'], { fileBlocks: 3000 });
    assert.deepEqual([code, stdout], [0, 'done\n']);
    assert.match(stderr, /The V8 log could not be written to its end \(EFBIG: .*what was recorded until then was kept/);
    const kept = cli.kept().filter((name) => /^(wordy-|\.heatline)/.test(name));
    assert.equal(kept.length, 1, kept.join());
    const again = await cli.run(['show', '--json', '-', `.heatline/${kept[0]}`]);
    const { diagnostics } = JSON.parse(again.stdout) as { diagnostics: { code: string }[] };
    assert.ok(diagnostics.some((found) => found.code === 'log-cut'));
  });

  onUnix('says why the inspector’s samples could not be saved, and leaves nothing', async () => {
    const { code, stderr } = await cli.run(['run', '--sampler', 'inspector', 'wordy.js'], { fileBlocks: 40 });
    assert.equal(code, 2);
    assert.match(stderr, /^error: The recording cannot be written to .*EFBIG: file too large, write\.\n$/);
    assert.deepEqual(readdirSync(cli.path()), ['wordy.js']);
  });

  for (const [what, folder] of [
    ['missing', 'nowhere'],
    ['a file', 'wordy.js'],
  ])
    it(`is told where the folder of temporary files is ${what}, and nothing is run or left`, async () => {
      const env = { TMPDIR: cli.path(folder), TEMP: cli.path(folder), TMP: cli.path(folder) };
      const { code, stdout, stderr } = await cli.run(['run', 'wordy.js'], { env });
      assert.deepEqual([code, stdout], [2, '']);
      const sentence = /^heatline: Heatline needs a temporary folder, and .* does not take files \(\w+\); make room/;
      assert.match(stderr, sentence);
      assert.ok(!existsSync(cli.path('.heatline')));
    });
});
