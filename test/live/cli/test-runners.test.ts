import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { nodeBinary, type NodeMajor } from '../../support/nodes.ts';
import { type InstalledRunner, runnerModules } from '../../support/runners.ts';
import type { Outcome } from '../../support/running.ts';
import { useCommandLine } from './command-line.ts';

/** Its line 11 is hot; the types above it move it against what runs where they are taken out together with their lines. */
const hot = `interface Unused {
  a: number;
}
type Other = {
  b: 1;
  c: 2;
  d: 3;
};
function hot(n: number): number {
  let x = 0;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0;
  return x;
}
export { hot };
`;
const hotForJest = hot
  .replace(/^interface[^]*^\};$/m, '\n'.repeat(7))
  .replaceAll(': number', '')
  .replace('export { hot }', 'exports.hot = hot')
  // Globals are slow in the context that jest makes for its tests.
  .replace('Math.imul(x, 31)', 'x * 31');
const tests = `describe('outer', () => {
  it('is hot', () => { console.log('RAN hot'); hot(2e8); });
  it('is hot too', () => { console.log('RAN hot too'); });
});
`;
const typed = `import { hot } from './hot.ts';\n${tests}`;
const project = { 'package.json': '{"type":"module"}', 'src/hot.ts': hot };
const forJest = { 'src/hot.js': hotForJest, 'src/hot.test.js': `const { hot } = require('./hot.js');\n${tests}` };

interface Report {
  readonly lines: readonly { readonly file: string | null; readonly line: number; readonly selfShare: number }[];
  readonly functions: readonly { readonly name: string; readonly file: string | null; readonly kind: string }[];
  readonly threads: readonly { readonly name: string }[];
}

describe('heatline run with a file of tests', () => {
  const cli = useCommandLine();

  async function run(
    files: Readonly<Record<string, string>>,
    runner: InstalledRunner | undefined,
    major: NodeMajor,
    ...args: string[]
  ): Promise<Outcome> {
    for (const [name, text] of Object.entries(files)) cli.write(name, text);
    if (runner) symlinkSync(await runnerModules(runner), cli.path('node_modules'), 'junction');
    const named = ['--test-name', '^outer( > | )is hot$'];
    return cli.run(['run', '--runtime', await nodeBinary(major), '--json', 'out.json', ...named, ...args]);
  }

  /** The line of the test that was chosen is the hottest of all, and nothing else ran. */
  function checkHot({ code, stdout, stderr }: Outcome, file: string): void {
    assert.equal(code, 0, stdout + stderr);
    const said = stripVTControlCharacters(stdout + stderr); // the report shows lines of the test file too
    assert.match(said, /^\s*RAN hot$/m);
    assert.doesNotMatch(said, /^\s*RAN (hot too|elsewhere)/m);
    const { lines } = cli.readJson<Report>('out.json');
    const [first] = [...lines].sort((a, b) => b.selfShare - a.selfShare);
    assert.deepEqual([path.basename(first.file ?? ''), first.line], [file, 11], stderr + JSON.stringify(first));
    assert.ok(cli.kept().some((name) => name.startsWith('hot.test-')));
  }

  it('runs it by jest, in one process', async () => {
    checkHot(await run({ 'package.json': '{"jest":{}}', ...forJest }, 'jest-30', 24, 'src/hot.test.js'), 'hot.js');
  });

  for (const runner of ['mocha-11', 'mocha-12'] as const)
    it(`runs it by ${runner}, in one process although its configuration has flags for Node, and no other file`, async () => {
      const configuration = { spec: 'src/*.test.ts', 'node-option': ['expose-gc'], timeout: 1 };
      const files = {
        ...project,
        '.mocharc.json': JSON.stringify(configuration),
        'src/hot.test.ts': `gc();\n${typed}`,
        'src/b.test.ts': "it('is elsewhere', () => console.log('RAN elsewhere'));",
      };
      checkHot(await run(files, runner, 24, 'src/hot.test.ts'), 'hot.ts');
    });

  it('runs it by node:test, with the flags that the package gives to Node', async () => {
    const scripts = { test: 'node --expose-gc --test src/' };
    const files = {
      ...project,
      'package.json': JSON.stringify({ type: 'module', scripts }),
      'src/hot.test.ts': `import { describe, it } from 'node:test';\ngc();\n${typed}`,
    };
    checkHot(await run(files, undefined, 24, 'src/hot.test.ts'), 'hot.ts');
  });

  it('names the runner of node:test, which runs no file, and what it starts', async () => {
    cli.write('one.test.js', "require('node:test')('one', () => {});");
    const { code, stderr } = await cli.run(['run', '--json', 'out.json', '--', 'node', '--test']);
    assert.equal(code, 0, stderr);
    const names = cli.readJson<Report>('out.json').threads.map(({ name }) => name);
    assert.deepEqual(names, ['node --test', 'one.test.js']);
  });

  for (const [runner, major, sampler] of [
    ['vitest-3', 20, 'v8log'],
    ['vitest-4', 24, 'inspector'],
    ['vitest-5', 22, 'inspector'],
    ['vitest-5', 26, 'v8log'],
  ] as const)
    it(`chooses one test of ${runner} and finds its line, on Node ${major} by ${sampler}`, async () => {
      const files = { ...project, 'src/hot.test.ts': `import { describe, it } from 'vitest';\n${typed}` };
      const outcome = await run(files, runner, major, '--sampler', sampler, 'src/hot.test.ts');
      // vitest kills its forks a second after it asked them to end: on a busy machine before the inspector gave their maps.
      if (sampler === 'v8log') checkHot(outcome, 'hot.ts');
      else {
        const [first] = cli.readJson<Report>('out.json').functions.filter(({ kind }) => kind === 'own');
        assert.deepEqual([first.name, path.basename(first.file ?? '')], ['hot', 'hot.ts'], outcome.stderr);
      }
      assert.match(outcome.stderr, /hot\.test\.ts runs by vitest, by what hot\.test\.ts imports\./);
    });

  it('asks for the runner where it is not clear, and takes the one that is named', async () => {
    const files = { 'package.json': '{"devDependencies":{"jest":"*","mocha":"*"}}', ...forJest };
    const unclear = await run(files, 'mocha-11', 24, 'src/hot.test.js');
    assert.equal(unclear.code, 2);
    assert.match(unclear.stderr, /hot\.test\.js may be a test for jest or mocha; name its runner with --test-runner /);
    const missing = await cli.run(['run', '--test-runner', 'jest', 'src/hot.test.js']);
    assert.match(missing.stderr, /is a test for jest, which is not installed above it; run npm install in /);
    const named = await cli.run(['run', '--test-runner', 'mocha', '--test-name', 'hot too', 'src/hot.test.js']);
    assert.match(named.stdout, /RAN hot too/);
    const bare = await cli.run(['run', '--test-runner', 'none', 'src/hot.test.js']);
    assert.match(bare.stderr, /describe is not defined/);
  });

  it('says so where no test can be chosen', async () => {
    const { code, stderr } = await run({ 'app.js': '' }, undefined, 24, 'app.js');
    assert.equal(code, 2);
    assert.match(stderr, /app\.js is no test that Heatline recognises/);
  });
});
