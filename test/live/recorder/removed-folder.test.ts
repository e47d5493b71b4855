import assert from 'node:assert/strict';
import { chmod, copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { samplesOf } from '../../support/figures.ts';
import { asRoot, onUnix } from '../../support/it-where.ts';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, BUSY, describeOnNodes, exit, record } from '../../support/recording.ts';
import { codesOf } from '../../support/told.ts';

/** Removes the folder that it is told; starts a process at once, and a thread a little later. */
const PROGRAM = `${BUSY}
const { isMainThread, Worker } = require('node:worker_threads');
if (!isMainThread) console.log('thread');
else if (process.argv[2] === 'again') console.log('process');
else {
  function before() { busy(80); }
  function after() { busy(80); }
  before();
  require('node:fs').rmSync(process.argv[2], { recursive: true });
  process.stdout.write(require('node:child_process').execFileSync(process.execPath, [__filename, 'again'], { encoding: 'utf8' }));
  after();
  // V8 can write the logs of new threads once there is a folder again.
  const { existsSync } = require('node:fs'), logs = process.argv[2] + '/.heatline-log';
  const timer = setInterval(() => {
    if (process.argv[3] === 'v8log' && !existsSync(logs)) return;
    clearInterval(timer);
    new Worker(__filename);
  }, 20);
  process.exitCode = 3;
}
`;

describeOnNodes('a program that removes the folder of its recording', outerNodeMajors, (bench, major) => {
  const run = async (sampler: 'inspector' | 'v8log') => {
    const options = bench.options(await bench.write('removes.js', PROGRAM), { sampler });
    const folder = path.dirname(options.output);
    const recorded = await record({ ...options, args: [folder, sampler] });
    await assertRecorded(recorded, { stdout: 'process\nthread\n', ending: exit(3) });
    assert.deepEqual(await readdir(folder), [path.basename(recorded.file)]);
    return { diagnostics: recorded.outcome.diagnostics, analysis: await recorded.analyze() };
  };

  onUnix('prints what it prints without us, and is recorded whole by the inspector', async () => {
    const { diagnostics, analysis } = await run('inspector');
    assert.deepEqual(diagnostics, []);
    for (const name of ['before', 'after']) assert.ok(samplesOf(analysis, name) > 0, name);
  });

  onUnix('prints what it prints without us, and loses the logs that were in there, which is told', async () => {
    const { diagnostics, analysis } = await run('v8log');
    assert.deepEqual(codesOf(diagnostics), ['log-not-written']);
    const { isRecorded, reason } = analysis.threads[0];
    assert.deepEqual([isRecorded, reason], [false, 'not-attached']);
  });

  asRoot('starts processes of other users as without us, and finds no log of V8 in what they print', async () => {
    const node = path.join(bench.folder, 'node');
    await copyFile(await nodeBinary(major), node);
    await chmod(bench.folder, 0o711);
    const text = `const { execFileSync } = require('node:child_process');
        console.log(execFileSync(process.execPath, ['-p', '1'], { uid: 65534, gid: 65534, cwd: '/', encoding: 'utf8' }).trim());`;
    const recorded = await bench.record(text, { sampler: 'v8log', cwd: '/', runtimeExecutable: node });
    await assertRecorded(recorded, { stdout: '1\n', stderr: '', ending: exit(0) });
  });
});
