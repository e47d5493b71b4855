import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

/** Options of Node that change what the bootloader may do, or what is said of it. */
const options = [
  ['--disallow-code-generation-from-strings'],
  ['--frozen-intrinsics', '--no-warnings'],
  ['--disable-proto=throw'],
  ['--disable-proto=delete'],
  ['--no-addons'],
  ['--jitless'],
  ['--single-threaded'],
  ['--no-node-snapshot'],
  ['--throw-deprecation', '--pending-deprecation'],
  ['--trace-warnings', '--trace-deprecation'],
  ['--trace-exit'],
  ['--enable-source-maps'],
  ['--unhandled-rejections=strict'],
  ['--interpreted-frames-native-stack'],
  ['--no-lazy-feedback-allocation'],
  ['--max-old-space-size=64'],
  ['--stack-size=200'],
  ['--zero-fill-buffers'],
];

const PROGRAM = `${BUSY}
const { fork } = require('node:child_process');
const { Worker, isMainThread } = require('node:worker_threads');
busy(50);
if (!isMainThread) console.log('worker');
else if (process.argv[2] === 'child') console.log('child', JSON.stringify(process.execArgv));
else {
  new Worker(__filename).on('exit', (code) => {
    console.log('worker ended', code);
    fork(__filename, ['child']).on('exit', (code) => { console.log('ended', code); process.exitCode = 3; });
  });
}
`;

for (const major of outerNodeMajors) {
  describe(`a program under options of Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const runtimeArgs of options)
      for (const sampler of ['inspector', 'v8log'] as const)
        it(`behaves as without us: ${runtimeArgs.join(' ')} (${sampler})`, async () => {
          const program = await bench.write('optioned.js', PROGRAM);
          const plain = spawnSync(await nodeBinary(major), [...runtimeArgs, program], { encoding: 'utf8' });
          const { outcome, stdout, stderr } = await record(bench.options(program, { sampler, runtimeArgs }));
          const withoutIds = (text: string): string => text.replaceAll(/\(node:\d+\)|at .*|\d+/g, '');
          assert.deepEqual(
            [stdout.toString(), withoutIds(stderr.toString())],
            [plain.stdout, withoutIds(plain.stderr)],
          );
          assert.deepEqual(outcome.ending, { kind: 'exit', code: plain.status ?? undefined });
          assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
        });
  });
}
