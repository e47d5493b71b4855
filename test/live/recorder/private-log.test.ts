import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startRecording } from '../../../src/recorder/index.ts';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

describe('a recording that belongs to its owner alone', () => {
  const bench = useBench();

  for (const sampler of ['v8log', 'inspector'] as const) {
    itWhere(!isWindows, 'Windows has no file modes')(
      `is nobody else's while the program runs and after (${sampler})`,
      async () => {
        const program = await bench.write('private.js', `${BUSY}busy(300);\n`);
        const output = path.join(bench.folder, `private-${sampler}`, 'out.cpuprofile');
        const session = await startRecording(bench.options(program, { sampler, output }));
        session.stdin?.end();
        const folder = path.dirname(output);
        if (sampler === 'v8log') {
          assert.equal((await stat(folder)).mode & 0o777, 0o700);
          for (const name of await readdir(folder))
            assert.equal((await stat(path.join(folder, name))).mode & 0o077, 0, name);
        }
        const { recording = '' } = await session.finished;
        assert.equal((await stat(recording)).mode & 0o777, 0o600);
        assert.deepEqual(await readdir(folder), [path.basename(recording)]);
      },
    );

    itWhere(!isWindows, 'Windows lets few users make links')(`replaces a link in its place (${sampler})`, async () => {
      const program = await bench.write('linked.js', `${BUSY}busy(100);\n`);
      const folder = path.join(bench.folder, `linked-${sampler}`);
      await mkdir(folder);
      const victim = await bench.write(`victim-${sampler}`, 'mine');
      const name = sampler === 'v8log' ? 'out.v8log' : 'out.cpuprofile';
      await symlink(victim, path.join(folder, name));
      const { outcome } = await record(
        bench.options(program, { sampler, output: path.join(folder, 'out.cpuprofile') }),
      );
      assert.equal(await readFile(victim, 'utf8'), 'mine');
      assert.ok((await lstat(outcome.recording ?? '')).isFile());
    });
  }

  it('leaves code that programs cached on disk valid from one V8 log to the next, and does not mind another beside it', async () => {
    const program = await bench.write(
      'tag.js',
      `${BUSY}busy(50); console.log(require('v8').cachedDataVersionTag());\n`,
    );
    const tagOf = async (name: string): Promise<string> => {
      const output = path.join(bench.folder, 'tags', `${name}.cpuprofile`);
      const { outcome, stdout } = await record(bench.options(program, { sampler: 'v8log', output }));
      assert.ok(outcome.recording, JSON.stringify(outcome));
      return stdout.toString();
    };
    const first = await tagOf('first');
    assert.match(first, /^\d+\n$/);
    assert.equal(await tagOf('second'), first);
    await Promise.all([tagOf('third'), tagOf('fourth')]);
    assert.deepEqual((await readdir(path.join(bench.folder, 'tags'))).length, 4);
  });

  it('leaves nothing behind when the program cannot be started', async () => {
    const folder = path.join(bench.folder, 'failed');
    await mkdir(folder);
    const runtimeExecutable = path.join(folder, 'no-node');
    await writeFile(runtimeExecutable, '');
    await chmod(runtimeExecutable, 0o600);
    const program = await bench.write('never.js', '');
    const output = path.join(folder, 'out.cpuprofile');
    await assert.rejects(startRecording(bench.options(program, { sampler: 'v8log', runtimeExecutable, output })));
    assert.deepEqual(await readdir(folder), ['no-node']);
  });
});
