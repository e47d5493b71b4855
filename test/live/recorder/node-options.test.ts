import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { onUnix } from '../../support/it-where.ts';
import { assertRecorded, BUSY, describeOnNodes, exit, finish } from '../../support/recording.ts';

/** Options of Node that change what the bootloader may do, or what is said of it, in as few runs as they go together. */
const options: readonly string[] = [
  '--disallow-code-generation-from-strings --disable-proto=throw --no-node-snapshot --trace-exit --zero-fill-buffers',
  '--frozen-intrinsics --no-warnings --disable-proto=delete --enable-source-maps --max-old-space-size=64 --stack-size=200',
  '--no-addons --single-threaded --throw-deprecation --pending-deprecation --no-lazy-feedback-allocation',
  '--jitless --unhandled-rejections=strict',
  '--interpreted-frames-native-stack --trace-warnings --trace-deprecation',
];

const PROGRAM = `${BUSY}
const { fork } = require('node:child_process');
const { Worker, isMainThread } = require('node:worker_threads');
busy(10);
if (!isMainThread) console.log('worker');
else if (process.argv[2] === 'child') console.log('child', JSON.stringify(process.execArgv));
else {
  new Worker(__filename).on('exit', (code) => {
    console.log('worker ended', code);
    fork(__filename, ['child']).on('exit', (code) => { console.log('ended', code); process.exitCode = 3; });
  });
}
`;
/** It and a thread tell their flags, and what it starts has permissions, or is in a folder that is gone. */
const COMMAND = `const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmdirSync } = require('node:fs');
const { isMainThread, Worker } = require('node:worker_threads');
console.log(JSON.stringify(process.execArgv));
if (isMainThread) new Worker(__filename).on('exit', startOthers);
function startOthers() {
  const start = (...args) => console.log(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  start(process.argv[3], '--allow-fs-read=/no', '-p', 'process.execArgv.join()');
  process.chdir(mkdtempSync(process.argv[2]));
  rmdirSync(process.cwd());
  start('-p', '1');
}
`;
const withoutIds = (text: string): string => text.replaceAll(/\(node:\d+\)|at .*|\d+/g, '');

describeOnNodes('a program under options', outerNodeMajors, (bench, major) => {
  for (const flags of options)
    it(`behaves as without us: ${flags}`, async () => {
      const runtimeArgs = flags.split(' ');
      const program = await bench.write('program.js', PROGRAM);
      const plain = spawnSync(await nodeBinary(major), [...runtimeArgs, program], { encoding: 'utf8' });
      for (const sampler of ['inspector', 'v8log'] as const) {
        const { outcome, stdout, stderr, file } = await bench.record(PROGRAM, { sampler, runtimeArgs });
        const expected = [plain.stdout, withoutIds(plain.stderr)];
        assert.deepEqual([stdout, withoutIds(stderr)], expected, sampler);
        assert.deepEqual(outcome.ending, { kind: 'exit', code: plain.status ?? undefined });
        assert.ok(file);
      }
    });

  for (const [set, flags] of [
    [`export A=1 NODE_OPTIONS='--max-old-space-size=300 --no-warnings';`, ''],
    ['', '--inspect=0'],
  ])
    onUnix(`is recorded below a shell that has ${set || flags}`, async () => {
      const seen = 'process.execArgv, process.env.NODE_OPTIONS, typeof require("node:inspector").url()';
      const program = await bench.write('seen.js', `${BUSY} busy(50); console.log(JSON.stringify([${seen}]));`);
      const args = ['-c', `${set} '${await nodeBinary(major)}' ${flags} '${program}'; exit 3`];
      const plain = spawnSync('sh', args, { encoding: 'utf8' });
      const session = await startRecording(bench.options('sh', { command: 'sh', args }));
      const recorded = await finish(session);
      await assertRecorded(recorded, { stdout: plain.stdout, ending: exit(3) });
      // A port and an id of its own each.
      const said = (text: string): string => text.replace(/ws:.*/, '');
      assert.equal(said(recorded.stderr), said(plain.stderr));
      assert.ok(recorded.file);
    });

  onUnix('is a command, and sees nothing of ours', async () => {
    const permission = major < 24 ? '--experimental-permission' : '--permission';
    const args = [await bench.write('command.js', COMMAND), `${bench.folder}/`, permission];
    const command = await nodeBinary(major);
    const plain = spawnSync(command, args, { encoding: 'utf8' });
    const recorded = await finish(await startRecording(bench.options(command, { command, args })));
    await assertRecorded(recorded, { stdout: plain.stdout, ending: exit(0) });
    assert.ok(recorded.file);
  });
});
