import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readCauses } from '../../../src/readers/causes-file.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { repository } from '../../support/build.ts';
import { asRoot } from '../../support/it-where.ts';
import { useCommandLine } from './command-line.ts';

const program = readFileSync(path.join(repository, 'test/golden/programs/why/causes.cjs'), 'utf8');

describe('heatline why', () => {
  const cli = useCommandLine();
  const recordings = (): string[] => readdirSync(cli.path('.heatline')).filter((name) => name.endsWith('.v8log'));

  for (const major of nodeMajors)
    it(`runs a program for causes, whose output stays its own, on Node ${major}`, async () => {
      cli.write('causes.cjs', program);
      const ask = ['why', '--runtime', await nodeBinary(major), 'causes.cjs'];
      const first = await cli.succeed(ask);
      assert.match(first.stdout, /^(\d+)\n\1\n$/);
      assert.match(first.stderr, /runs once more/);
      const [recording] = recordings();
      const causes = await readCauses(cli.path('.heatline', recording));
      const own = causes?.sites.filter(({ script }) => causes.scripts[script].url.endsWith('causes.cjs')) ?? [];
      const dictionary = own.find(({ line }) => line === 26)?.dictionary;
      assert.deepEqual([dictionary?.reason, dictionary?.at?.line], ['deleted', 16]);
      // The recording that was made first is explained again.
      const second = await cli.succeed(ask);
      assert.match(second.stdout, /^\d+\n$/);
      assert.equal(recordings().length, 1);
    });

  asRoot('runs a program that does not stay root', async () => {
    cli.write(
      'serve.js',
      `process.setgid(65534); process.setuid(65534);
const add = (a, b) => a + b;
let length = 0;
for (let i = 0; i < 3e5; i++) length += String(add(i % 3 ? i : i + 0.5, i % 5 ? 1 : 'x')).length;
console.log(length > 0, process.getuid());`,
    );
    // V8 prints there what it throws out, and aborts where it cannot.
    const { stdout } = await cli.succeed(['why', '--runtime', await nodeBinary(24), 'serve.js']);
    assert.equal(stdout, 'true 65534\n'.repeat(2));
  });

  it('explains a recording that is named, of a worker in TypeScript', async () => {
    cli.write(
      'work.ts',
      `const objects: { value: number }[] = [{ value: 1 }, { a: 1, value: 1 }, { b: 1, value: 1 }, { c: 1, value: 1 }, { d: 1, value: 1 }, { e: 1, value: 1 }] as never;
let sum: number = 0;
for (let i = 0; i < 5e7; i++) sum += read(objects[i % 6]);
function read(object: { value: number }): number {
  return object.value;
}
`,
    );
    cli.write(
      'main.mjs',
      `import { Worker } from 'node:worker_threads';\nnew Worker(new URL('./work.ts', import.meta.url));\n`,
    );
    const runtime = await nodeBinary(24);
    await cli.succeed(['run', '--runtime', runtime, '--output', 'a.v8log', 'main.mjs']);
    await cli.succeed(['why', '--runtime', runtime, '--recording', 'a.v8log', 'main.mjs']);
    const causes = await readCauses(cli.path('a.v8log'));
    const site = causes?.sites.find(({ script, line }) => causes.scripts[script].url.endsWith('work.ts') && line === 5);
    assert.deepEqual([site?.keys, site?.shapeCount], [['value'], 6]);
  });

  it('refuses what it cannot explain', async () => {
    cli.write('a.js', '');
    const { code, stderr } = await cli.run(['why', '--recording', 'gone.v8log', 'a.js']);
    assert.equal(code, 2);
    assert.match(stderr, /gone\.v8log does not exist/);
    const input = openSync(cli.path('a.js'), 'r');
    const twice = await cli.run(['why', 'a.js'], { stdio: [input, 'pipe', 'pipe'] });
    closeSync(input);
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /standard input only once: give --recording FILE/);
  });

  it('says where the run for causes ended in another way, and where causes cannot be kept', async () => {
    cli.write(
      'once.cjs',
      `const fs = require('node:fs');\nprocess.exitCode = fs.existsSync('ran') ? 3 : 0;\nfs.writeFileSync('ran', '');\n`,
    );
    await cli.succeed(['run', '--output', 'once.v8log', 'once.cjs']);
    mkdirSync(cli.path('once.v8log.why.json'));
    const { code, stderr } = await cli.run(['why', '--recording', 'once.v8log', 'once.cjs']);
    assert.equal(code, 3);
    assert.match(stderr, /ended with exit code 3, and the recorded one with 0/);
    assert.match(stderr, /could not be kept beside .*once\.v8log/);
  });
});
