import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { Bench, buildCommand } from './command.ts';

const itOnUnix = (title: string, test: () => Promise<void>): unknown =>
  itWhere(!isWindows, 'needs the file size limits of a Unix shell')(title, test);

/** Makes V8's log about 4 MB large and a recording of the inspector about 100 kB. */
const wordy = `let sum = 0;
for (let k = 0; k < 3000; k++) sum += new Function('a', '/*' + 'x'.repeat(1000) + k + '*/ return a + ' + k)(k);
for (let k = 0; k < 300; k++) {
  const end = Date.now() + 2;
  const burn = new Function('end', 'function f' + 'y'.repeat(200) + k + '() { while (Date.now() < end); } f' + 'y'.repeat(200) + k + '()');
  burn(end);
}
console.log('done');
`;

describe('a disk that is full', function () {
  this.timeout(60_000);
  let bench: Bench;
  before(buildCommand);
  beforeEach(() => {
    bench = new Bench();
    bench.write('wordy.js', wordy);
  });
  afterEach(() => bench.remove());

  itOnUnix('cuts a V8 log, which is kept, says why, and can be read', async () => {
    const { code, stdout, stderr } = await bench.run(['run', '--sampler', 'v8log', 'wordy.js'], { fileBlocks: 3000 });
    assert.equal(code, 0);
    assert.equal(stdout, 'done\n');
    assert.match(stderr, /The V8 log could not be written to its end \(EFBIG: .*what was recorded until then was kept/);
    const kept = readdirSync(bench.path('.heatline')).filter(
      (name) => name.startsWith('wordy-') || name.startsWith('.heatline'),
    );
    assert.equal(kept.length, 1, kept.join());
    const again = await bench.run(['show', '--json', '-', `.heatline/${kept[0]}`]);
    const report = JSON.parse(again.stdout) as { diagnostics: { code: string }[]; ending: unknown };
    assert.ok(report.diagnostics.some(({ code }) => code === 'log-cut'));
  });

  itOnUnix('says why the inspector’s samples could not be saved anywhere, and leaves nothing', async () => {
    const { code, stderr } = await bench.run(['run', '--sampler', 'inspector', 'wordy.js'], { fileBlocks: 40 });
    assert.equal(code, 2);
    assert.match(stderr, /^error: The recording cannot be written to .*EFBIG: file too large, write\.\n$/);
    assert.deepEqual(readdirSync(bench.folder), ['wordy.js']);
  });

  it('has the recording saved among the temporary files where its place takes it no longer', async () => {
    const text = `require('fs').mkdirSync('out/a.cpuprofile/x', { recursive: true }); ${wordy}`;
    bench.write('in-the-way.js', text);
    bench.write('tmp/x', '');
    const args = ['run', '--sampler', 'inspector', '--output', 'out/a.cpuprofile', 'in-the-way.js'];
    const { code, stderr } = await bench.run(args, { env: { TMPDIR: bench.path('tmp'), TEMP: bench.path('tmp') } });
    assert.equal(code, 0);
    assert.match(stderr, /The recording cannot be written to .*a\.cpuprofile: \w+: .*saved among the system's temp/);
    const saved = /\nRecording: (.*)\n$/.exec(stderr)?.[1] ?? '';
    assert.ok(saved.startsWith(bench.path('tmp')), saved);
    assert.match(readFileSync(saved, 'utf8'), /^\{"nodes":.*"\$heatline":/);
  });

  for (const [what, folder] of [
    ['missing', 'nowhere'],
    ['a file', 'wordy.js'],
  ]) {
    it(`is told where the folder of temporary files is ${what}, and nothing is run or left`, async () => {
      const env = { TMPDIR: bench.path(folder), TEMP: bench.path(folder), TMP: bench.path(folder) };
      const { code, stdout, stderr } = await bench.run(['run', 'wordy.js'], { env });
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(
        stderr,
        /^heatline: Heatline needs a temporary folder, and .* does not take files \(\w+\); make room/,
      );
      assert.ok(!existsSync(bench.path('.heatline')));
    });
  }
});
