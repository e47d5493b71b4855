import assert from 'node:assert/strict';
import { chmod, copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { isLinux, isWindows, itWhere } from '../../support/it-where.ts';
import { nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** Removes the folder of its recording; starts a process at once, and a thread a little later. */
const program = (folder: string): string => `
const { isMainThread, Worker } = require('node:worker_threads');
if (!isMainThread) console.log('thread');
else if (process.argv[2]) console.log('process');
else {
  function before() { for (const end = Date.now() + 300; Date.now() < end;); }
  function after() { for (const end = Date.now() + 300; Date.now() < end;); }
  before();
  require('node:fs').rmSync(${JSON.stringify(folder)}, { recursive: true });
  process.stdout.write(require('node:child_process').execFileSync(process.execPath, [__filename, 'again'], { encoding: 'utf8' }));
  after();
  setTimeout(() => new Worker(__filename), 1500);
  process.exitCode = 3;
}
`;

for (const major of outerNodeMajors) {
  describe(`a program on Node ${major} that removes the folder of its recording`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const)
      itWhere(!isWindows, 'Windows removes no open files')(
        `prints what it prints without us, and is recorded whole (${sampler})`,
        async () => {
          const output = path.join(bench.folder, `removed-${sampler}`, 'out.cpuprofile');
          const file = await bench.write('removes.js', program(path.dirname(output)));
          const { outcome, stdout } = await record(bench.options(file, { sampler, output }));
          assert.equal(stdout.toString(), 'process\nthread\n');
          assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
          assert.deepEqual(outcome.diagnostics, []);
          const { functions } = await analyze(outcome.recording ?? '');
          for (const name of ['before', 'after'])
            assert.ok(functions.totalTime[functions.name.indexOf(name)] > 20_000, name);
          assert.deepEqual(await readdir(path.dirname(output)), [path.basename(outcome.recording ?? '')]);
        },
      );

    itWhere(isLinux && process.getuid?.() === 0, 'only root can start processes of others')(
      'starts processes of other users as without us, and finds no log of V8 in what they print',
      async () => {
        const node = path.join(bench.folder, 'node');
        await copyFile(await nodeBinary(major), node);
        await chmod(bench.folder, 0o711);
        await chmod(path.join(bench.folder, 'bundle'), 0o700);
        const text = `const { execFileSync } = require('node:child_process');
          console.log(execFileSync(process.execPath, ['-p', '1'], { uid: 65534, gid: 65534, cwd: '/', encoding: 'utf8' }).trim());`;
        const { outcome, stdout, stderr } = await record(
          bench.options(await bench.write('other.js', text), { sampler: 'v8log', cwd: '/', runtimeExecutable: node }),
        );
        assert.deepEqual([stdout.toString(), stderr.toString()], ['1\n', '']);
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      },
    );
  });
}
