import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startRecording } from '../../../src/recorder/index.ts';
import { bySampler, onUnix } from '../../support/it-where.ts';
import { BUSY, finish, record, useBench } from '../../support/recording.ts';

describe('a recording that belongs to its owner alone', () => {
  const bench = useBench();

  bySampler(onUnix)('is nobody else’s while the program runs and after', async (sampler) => {
    const session = await bench.start(`${BUSY}process.stdin.once('end', () => busy(50)).resume();\n`, { sampler });
    const folder = session.folder ?? '';
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
    for (const name of await readdir(folder)) {
      const found = await stat(path.join(folder, name)).catch(() => undefined); // a note may be gone when it was read
      if (found && !name.endsWith('.v8log')) assert.equal(found.mode & 0o077, 0, name);
    }
    const { file } = await finish(session);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(path.dirname(file)), [path.basename(file)]);
  });

  bySampler(onUnix)('replaces a link in its place', async (sampler) => {
    const options = bench.options(await bench.write('linked.js', `${BUSY}busy(50);\n`), { sampler });
    const victim = await bench.write('victim', 'mine');
    await mkdir(path.dirname(options.output));
    await symlink(victim, sampler === 'v8log' ? options.output.replace(/cpuprofile$/, 'v8log') : options.output);
    const { file } = await record(options);
    assert.equal(await readFile(victim, 'utf8'), 'mine');
    assert.ok((await lstat(file)).isFile());
  });

  it('leaves code that programs cached on disk valid from one V8 log to the next, and does not mind another beside it', async () => {
    const program = await bench.write('tag.js', "console.log(require('v8').cachedDataVersionTag());\n");
    const tagOf = async (name: string): Promise<string> => {
      const output = path.join(bench.folder, 'tags', `${name}.cpuprofile`);
      const { file, stdout } = await record(bench.options(program, { sampler: 'v8log', output }));
      assert.ok(file);
      return stdout;
    };
    const first = await tagOf('first');
    assert.match(first, /^\d+\n$/);
    assert.equal(await tagOf('second'), first);
    await Promise.all([tagOf('third'), tagOf('fourth')]);
    assert.equal((await readdir(path.join(bench.folder, 'tags'))).length, 4);
  });

  it('leaves nothing behind when the program cannot be started', async () => {
    const runtimeExecutable = await bench.write('no-node', '');
    await chmod(runtimeExecutable, 0o600);
    const options = bench.options(await bench.write('never.js', ''), { sampler: 'v8log', runtimeExecutable });
    const folder = path.dirname(options.output);
    await mkdir(folder);
    await writeFile(path.join(folder, 'mine'), '');
    await assert.rejects(startRecording(options));
    assert.deepEqual(await readdir(folder), ['mine']);
  });
});
