import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { resolveTarget } from '../../../src/target/resolve-target.ts';
import { type NodeMajor, nodeMajors } from '../../support/nodes.ts';
import { makeWorkspace, repository, run, type Workspace } from './workspace.ts';

// Each program prints its own line as its stack has it: what a profiler would see.
const whereAmI = `
interface Place { line: number; column: number }
export function place(error: Error): Place {
  const match = /:(\\d+):(\\d+)\\)?$/m.exec(error.stack!.split('\\n')[1])!;
  return { line: Number(match[1]), column: Number(match[2]) };
}
`;
const erasable = `import { place } from './place.ts';
import type { Unused } from './nowhere.ts';
type Shape = {
  side: number;
};
function area<T extends Shape>(shape: T, factor: number): number { return (shape as Shape).side! * factor; }
const at = place(new Error('here')) as { line: number; column: number };
console.log(JSON.stringify({ at, area: area({ side: 3 } satisfies Shape, 2) }));
`;
const expected = { at: { line: 7, column: 18 }, area: 6 };
const richer = `import { place } from './place.js';
import { Size } from './size';
import data from './data.json';
enum Color { Red = 1, Green }
class Box { constructor(public readonly size: Size, private color = Color.Green) {}
  show(): string { return \`\${this.size as number}-\${this.color}\`; } }
const at = place(new Error('here')).line;
console.log(JSON.stringify({ at, box: new Box(4).show(), data, dir: typeof __dirname, main: require.main === module }));
`;

describe('running TypeScript', function () {
  this.timeout(120_000);
  const workspaces: Workspace[] = [];
  const workspace = (files: Record<string, string>, packages: string[] = []): Workspace => {
    const made = makeWorkspace(files, packages);
    workspaces.push(made);
    return made;
  };
  before(() => {
    execFileSync(process.execPath, ['esbuild.mjs', 'strip-hooks', 'strip-loader'], { cwd: repository });
  });
  afterEach(() => {
    for (const made of workspaces.splice(0)) made.remove();
  });

  for (const [way, code, message] of [
    [
      'native',
      'typescript-not-native',
      /v20\.\d+\.\d+ does not run TypeScript itself; use Node 22\.18 or newer, or leave out typescript "native"\.$/,
    ],
    ['loader', 'typescript-no-loader', /npm install --save-dev tsx, or leave out typescript "loader"\.$/],
    ['build', 'typescript-no-build', /build the project first, or leave out typescript "build"\.$/],
  ] as const) {
    it(`says in words for the command line and VS Code alike that there is no way "${way}"`, async () => {
      const made = workspace({ 'main.ts': erasable });
      // Told by its name, as by the faces: it comes from a bundle with its own copy of the class.
      await assert.rejects(run(made, 'main.ts', 20, way), { name: 'RecordingError', code, message });
    });
  }

  for (const [what, text] of [
    ['a decorator', 'const log = (): void => undefined;\n\n@log class A {}\nvoid A;\n'],
    ['a namespace with values', 'export {};\n\nnamespace Util { export const one = 1; }\nconsole.log(Util.one);\n'],
  ])
    it(`says that ${what} needs a loader or a build, and on which line, before anything runs`, async () => {
      const made = workspace({ 'main.ts': "import './part.ts';\n", 'part.ts': text });
      await assert.rejects(run(made, 'main.ts', 20), {
        name: 'RecordingError',
        message: `${made.path('part.ts')} has ${what} on line 3, which only a loader or a build can run; run npm install --save-dev tsx, or build the project first.`,
      });
    });

  it('takes neither an address in a template for a decorator, nor a name that is a type and a value for a type', async () => {
    const made = workspace({
      'main.ts': "import { Unit } from './unit.ts';\nconst unit: Unit = Unit.one;\nconsole.log(`a@${unit}`);\n",
      'unit.ts': 'export const Unit = { one: 1 } as const;\nexport type Unit = (typeof Unit)[keyof typeof Unit];\n',
    });
    const result = await run(made, 'main.ts', 24);
    assert.equal(result.target.how, 'native', result.target.reason);
    assert.equal(result.stdout, 'a@1\n', result.stderr);
  });

  for (const [flag, what] of [
    [
      '--test',
      /With --test, Node runs its test runner instead of the program; leave the flag out: a file that uses node:test/,
    ],
    ['--watch-path=src', /With --watch-path, Node runs the program again and again/],
    ['--eval=1', /With --eval, Node runs the code that follows instead of the program; put that code into a file/],
    ['-p', /With -p, Node runs the code/],
    ['--prof_process', /With --prof-process, Node prints a V8 log/],
  ] as const)
    it(`says that ${flag} does not run the program, before anything runs`, async () => {
      const program = workspace({ 'main.js': '' }).path('main.js');
      const runtimeArgs = ['--no-warnings', flag];
      await assert.rejects(resolveTarget({ program, cwd: '/', runtimeVersion: 'v20.0.0', runtimeArgs }), what);
    });

  it('says that a path below a file does not exist', async () => {
    await assert.rejects(
      run(workspace({ 'main.js': '' }), 'main.js/foo', 20),
      /main\.js\/foo does not exist\. Name the program's file\./,
    );
  });

  const ways: Record<NodeMajor, string> = { 20: 'strip', 22: 'native', 24: 'native', 26: 'native' };
  for (const major of nodeMajors) {
    for (const [kind, manifest, program] of [
      ['a module by package.json', { type: 'module' }, 'main.ts'],
      ['no type in package.json', {}, 'main.ts'],
      ['.mts', {}, 'main.mts'],
      ['.mts in CommonJS', { type: 'commonjs' }, 'main.mts'],
    ] as const) {
      it(`Node ${major} runs erasable syntax in ${kind} by ${ways[major]}, on its own line and column`, async () => {
        const made = workspace({
          'package.json': JSON.stringify(manifest),
          [program]: erasable.replace('place.ts', 'place.mts'),
          'place.mts': whereAmI,
        });
        const result = await run(made, program, major);
        assert.equal(result.target.how, ways[major], result.target.reason);
        assert.deepEqual(JSON.parse(result.stdout || result.stderr), expected);
      });
    }

    for (const [half, way] of [
      ['./half.ts', ways[major]],
      ['./half', 'strip'],
    ])
      it(`Node ${major} runs .cts with require('${half}') by ${way}`, async () => {
        const made = workspace({
          'main.cts': `const { half } = require('${half}');\nlet four: number = half(8 as number);\nconsole.log(four, require.main === module);\n`,
          'half.ts': `module.exports.half = (x: number): number => x / 2;\n`,
        });
        const result = await run(made, 'main.cts', major);
        assert.equal(result.target.how, way, result.target.reason);
        assert.equal(result.stdout, '4 true\n', result.stderr);
      });

    it(`Node ${major} runs enums, parameter properties and imports without endings by Heatline's stripper`, async () => {
      const made = workspace({
        'main.ts': richer,
        'place.ts': whereAmI,
        'size.ts': 'export type Size = number;\nexport const unit: Size = 1;\n',
        'data.json': '{"a":1}',
      });
      const result = await run(made, 'main.ts', major);
      assert.equal(result.target.how, 'strip', result.target.reason);
      if (major > 20) assert.match(result.target.reason, /main\.ts has an enum on line 4/);
      assert.deepEqual(JSON.parse(result.stdout || result.stderr), {
        at: 7,
        box: '4-2',
        data: { a: 1 },
        dir: 'string',
        main: true,
      });
    });

    it(`Node ${major} runs top-level await, import.meta, aliases and dynamic imports by Heatline's stripper`, async () => {
      const made = workspace({
        'tsconfig.json': '{ // comment\n "compilerOptions": { "paths": { "@lib/*": ["./lib/*"], }, } }',
        'main.ts': `import { two } from '@lib/two';\nconst { three } = await import('./lib/three.js');\nconsole.log(two + three, typeof import.meta.url);\n`,
        'lib/two.ts': 'export const two: number = 2;\n',
        'lib/three.ts': 'enum N { Three = 3 }\nexport const three: number = N.Three;\n',
      });
      const result = await run(made, 'main.ts', major);
      assert.equal(result.target.how, 'strip', result.target.reason);
      assert.equal(result.stdout, '5 string\n', result.stderr);
    });

    it(`Node ${major} takes a loader that emits decorator metadata where tsconfig.json wants that`, async () => {
      const options = {
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
        module: 'commonjs',
        target: 'es2022',
      };
      const program = `Reflect['metadata'] = (key: string, type: Function) => () => console.log(key, type.name);
const field = (): PropertyDecorator => () => undefined;
class Box { @field() size: number = 1; }
console.log(new Box().size);
`;
      const made = workspace({ 'tsconfig.json': JSON.stringify({ compilerOptions: options }), 'main.ts': program }, [
        'tsx',
        'ts-node',
        '@swc-node/register',
      ]);
      const { target, stdout, stderr } = await run(made, 'main.ts', major);
      assert.match(target.reason, /ts-node/);
      assert.equal(stdout, 'design:type Number\n1\n', stderr);
    });

    for (const [loader, name] of [
      ['tsx', 'tsx'],
      ['ts-node', 'ts-node'],
      ['swc', '@swc-node/register'],
    ] as const) {
      it(`Node ${major} takes the loader that is named, ${loader}, whatever else could run the program`, async () => {
        const files = {
          'package.json': '{"type":"commonjs"}',
          'tsconfig.json': '{"compilerOptions":{"module":"commonjs","target":"es2022"}}',
          'main.ts': 'const two: number = 2;\nconsole.log(two);\n',
        };
        const made = workspace(files, ['tsx', 'ts-node', '@swc-node/register', 'typescript']);
        const result = await run(made, 'main.ts', major, 'auto', loader);
        assert.match(result.target.reason, new RegExp(`by ${name} .* \\(as asked for\\)`));
        assert.equal(result.stdout, '2\n', result.stderr);
        const others = workspace(files, loader === 'tsx' ? ['ts-node'] : ['tsx']);
        await assert.rejects(run(others, 'main.ts', major, 'auto', loader), {
          code: 'typescript-no-loader',
          message: new RegExp(
            `^${name} is not installed above .*main\\.ts; run npm install --save-dev ${name}, or name`,
          ),
        });
      });
    }

    for (const loader of ['tsx', 'ts-node', '@swc-node/register'] as const) {
      for (const type of ['module', 'commonjs'] as const) {
        it(`Node ${major} runs an enum by ${loader} as ${type}`, async () => {
          const made = workspace(
            {
              'package.json': JSON.stringify({ type }),
              'tsconfig.json': JSON.stringify({
                compilerOptions: {
                  module: 'nodenext',
                  moduleResolution: 'nodenext',
                  target: 'es2022',
                  ignoreDeprecations: '6.0',
                },
              }),
              'main.ts': `import { three } from './three${type === 'module' ? '.js' : ''}';\nenum N { Two = 2 }\nconsole.log(N.Two + three);\n`,
              'three.ts': 'export const three: number = 3;\n',
            },
            [loader, 'typescript'],
          );
          const result = await run(made, 'main.ts', major);
          assert.equal(result.target.how, 'loader', result.target.reason);
          assert.match(result.target.reason, new RegExp(`by ${loader} `));
          assert.equal(result.stdout, '5\n', result.stderr);
        });
      }
    }
  }

  describe('by build output', () => {
    const project = (extra: Record<string, unknown> = {}): Workspace => {
      const made = workspace({
        'base.json': '{ "compilerOptions": { "outDir": "./built", "sourceMap": true } }',
        'tsconfig.json': JSON.stringify({
          extends: './base.json',
          compilerOptions: { rootDir: '.', module: 'nodenext', types: [], ignoreDeprecations: '6.0', ...extra },
        }),
        'app/main.ts': 'enum N { Two = 2 }\nconsole.log(N.Two);\n',
      });
      execFileSync(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', made.folder]);
      return made;
    };

    it('takes what the tsconfig and those it extends point to', async () => {
      const made = project();
      const result = await run(made, 'app/main.ts', 20);
      assert.equal(result.target.how, 'build', result.target.reason);
      assert.equal(result.target.program, made.path('built/app/main.js'));
      assert.deepEqual(result.target.diagnostics, []);
      assert.equal(result.stdout, '2\n');
    });

    it('takes what a source map in another folder points to', async () => {
      const made = workspace({
        'src/main.ts': 'console.log(1 as number);\n',
        'bundle/app.js': 'console.log(1);\n//# sourceMappingURL=app.js.map\n',
        'bundle/app.js.map': JSON.stringify({ version: 3, sources: ['../src/lib.ts', '../src/main.ts'], mappings: '' }),
      });
      // A tsconfig marks the root of the project.
      const result = await run(made, 'src/main.ts', 20);
      assert.equal(result.target.how, 'strip', 'without a tsconfig only the folder of the source is searched');
      const withConfig = workspace({
        'tsconfig.json': '{}',
        'src/main.ts': 'console.log(1 as number);\n',
        'bundle/app.js': 'console.log(1);\n//# sourceMappingURL=app.js.map\n',
        'bundle/app.js.map': JSON.stringify({ version: 3, sources: ['../src/lib.ts', '../src/main.ts'], mappings: '' }),
      });
      const found = await run(withConfig, 'src/main.ts', 20);
      assert.equal(found.target.program, withConfig.path('bundle/app.js'));
      assert.match(found.target.reason, /found by a source map/);
    });

    it('passes over build output that is older than its source, and says so', async () => {
      const made = project();
      const past = new Date(Date.now() - 3_600_000);
      utimesSync(made.path('built/app/main.js'), past, past);
      const result = await run(made, 'app/main.ts', 20);
      assert.equal(result.target.how, 'strip');
      assert.equal(result.stdout, '2\n');
      assert.deepEqual(
        result.target.diagnostics.map(({ code }) => code),
        ['build-output-stale'],
      );
      const forced = await run(made, 'app/main.ts', 20, 'build');
      assert.equal(forced.target.how, 'build');
      assert.deepEqual(
        forced.target.diagnostics.map(({ code }) => code),
        ['build-output-stale'],
      );
    });
  });
});
