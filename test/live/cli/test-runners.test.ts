import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { nodeBinary, type NodeMajor } from '../../support/nodes.ts';
import { type InstalledRunner, runnerModules } from '../../support/runners.ts';
import { Bench, buildCommand, type Outcome } from './command.ts';

/** Its line 4 is hot; the interface above moves it against what runs where types are taken out together with their lines. */
const hot = `interface Unused { a: number }
function hot(n: number): number {
  let x = 0;
  for (let i = 0; i < n; i++) x += Math.sqrt(x + i);
  return x;
}
export { hot };
`;
const hotForJest = hot
  .replace(/^.*interface.*$/m, '')
  .replaceAll(': number', '')
  .replace('export { hot }', 'exports.hot = hot')
  // Globals are slow in the context that jest makes for its tests.
  .replace('Math.sqrt(x + i)', '(x + i) % 7');
const tests = `describe('outer', () => {
  it('is hot', () => { console.log('RAN hot'); hot(1e8); });
  it('is hot too', () => { console.log('RAN hot too'); });
});
`;
const typed = `import { hot } from './hot.ts';\n${tests}`;
const project = { 'package.json': '{"type":"module"}', 'src/hot.ts': hot };

interface Report {
  readonly program: { readonly file: string };
  readonly lines: readonly {
    readonly file: string | null;
    readonly line: number;
    readonly selfShare: number;
    readonly kind: string;
    readonly precision: string;
  }[];
}

describe('heatline run with a file of tests', function () {
  this.timeout(120_000);
  let bench: Bench;
  before(buildCommand);
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.remove());

  async function run(
    files: Readonly<Record<string, string>>,
    runner: InstalledRunner | undefined,
    major: NodeMajor,
    ...args: string[]
  ): Promise<Outcome> {
    for (const [name, text] of Object.entries(files)) bench.write(name, text);
    if (runner) symlinkSync(await runnerModules(runner), bench.path('node_modules'), 'junction');
    return bench.run([
      'run',
      '--runtime',
      await nodeBinary(major),
      '--json',
      'out.json',
      '--test-name',
      '^outer is hot$',
      ...args,
    ]);
  }

  /** The hot line came out, in the user's own code, and nothing else ran. */
  function checkHot({ code, stdout, stderr }: Outcome, file: string): void {
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout + stderr, /RAN hot\n/);
    assert.doesNotMatch(stdout + stderr, /RAN (hot too|elsewhere)/);
    const { lines } = JSON.parse(readFileSync(bench.path('out.json'), 'utf8')) as Report;
    const [first] = [...lines].sort((a, b) => b.selfShare - a.selfShare);
    assert.deepEqual([path.basename(first.file ?? ''), first.line], [file, 4], JSON.stringify(first));
    assert.ok(first.selfShare > 0.2, `${first.selfShare}`);
    assert.ok(readdirSync(bench.path('.heatline')).some((name) => name.startsWith('hot.test-')));
  }

  it('runs it by jest, in one process', async () => {
    const files = {
      'package.json': '{"jest":{}}',
      'src/hot.js': hotForJest,
      'src/hot.test.js': `const { hot } = require('./hot.js');\n${tests}`,
    };
    checkHot(await run(files, 'jest-30', 24, 'src/hot.test.js'), 'hot.js');
  });

  for (const runner of ['mocha-11', 'mocha-12'] as const) {
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
  }

  it('runs it by node:test, with the flags that the package gives to Node', async () => {
    const scripts = { test: 'node --expose-gc --test src/' };
    const files = {
      ...project,
      'package.json': JSON.stringify({ type: 'module', scripts }),
      'src/hot.test.ts': `import { describe, it } from 'node:test';\ngc();\n${typed}`,
    };
    checkHot(await run(files, undefined, 24, 'src/hot.test.ts'), 'hot.ts');
  });

  for (const [runner, major] of [
    ['vitest-3', 20],
    ['vitest-4', 24],
    ['vitest-5', 24],
  ] as const) {
    it(`chooses one test of ${runner}`, async () => {
      const files = { ...project, 'src/hot.test.ts': `import { describe, it } from 'vitest';\n${typed}` };
      const { code, stdout, stderr } = await run(
        files,
        runner,
        major,
        '--test-name',
        '^outer( > | )is hot$',
        'src/hot.test.ts',
      );
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /RAN hot\n/);
      assert.doesNotMatch(stdout, /RAN hot too/);
      assert.match(stderr, /hot\.test\.ts runs by vitest, by what hot\.test\.ts imports\./);
    });
  }

  /** Its line 11 is hot, in what runs another one: the types above it are gone. */
  const moved = hot.replace(
    'interface Unused { a: number }',
    'interface Unused {\n  a: number;\n}\ntype Other = {\n  b: 1;\n  c: 2;\n  d: 3;\n};',
  );
  for (const [runner, major] of [
    ['vitest-3', 20],
    ['vitest-4', 24],
    ['vitest-5', 22],
    ['vitest-5', 24],
    ['vitest-5', 26],
  ] as const) {
    for (const sampler of ['v8log', 'inspector'])
      it(`finds the original line of what ${runner} runs on Node ${major} (${sampler})`, async () => {
        const files = {
          ...project,
          'src/hot.ts': moved,
          'src/hot.test.ts': `import { describe, it } from 'vitest';\n${typed}`,
        };
        const named = ['--test-name', '^outer( > | )is hot$', '--sampler', sampler, 'src/hot.test.ts'];
        const { code, stdout, stderr } = await run(files, runner, major, ...named);
        assert.equal(code, 0, stdout + stderr);
        const { lines } = JSON.parse(readFileSync(bench.path('out.json'), 'utf8')) as Report;
        const ofHot = lines.filter(({ file }) => file?.endsWith('hot.ts')).sort((a, b) => b.selfShare - a.selfShare);
        assert.deepEqual([ofHot[0]?.line, ofHot[0]?.precision], [11, 'exact'], stderr + JSON.stringify(ofHot));
      });
  }

  it('asks for the runner where it is not clear, and takes the one that is named', async () => {
    const files = {
      'package.json': '{"devDependencies":{"jest":"*","mocha":"*"}}',
      'src/hot.js': hotForJest,
      'src/hot.test.js': `const { hot } = require('./hot.js');\n${tests}`,
    };
    const unclear = await run(files, 'mocha-11', 24, 'src/hot.test.js');
    assert.equal(unclear.code, 2);
    assert.match(unclear.stderr, /hot\.test\.js may be a test for jest or mocha; name its runner with --test-runner /);
    const missing = await bench.run(['run', '--test-runner', 'jest', 'src/hot.test.js']);
    assert.match(missing.stderr, /is a test for jest, which is not installed above it; run npm install in /);
    const named = await bench.run(['run', '--test-runner', 'mocha', '--test-name', 'hot too', 'src/hot.test.js']);
    assert.match(named.stdout, /RAN hot too/);
    const bare = await bench.run(['run', '--test-runner', 'none', 'src/hot.test.js']);
    assert.match(bare.stderr, /describe is not defined/);
  });

  it('says so where no test can be chosen', async () => {
    const { code, stderr } = await run({ 'app.js': '' }, undefined, 24, 'app.js');
    assert.equal(code, 2);
    assert.match(stderr, /app\.js is no test that Heatline recognises/);
  });
});
