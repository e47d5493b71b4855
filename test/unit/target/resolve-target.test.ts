import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { resolveTarget } from '../../../src/target/resolve-target.ts';
import { useWorkspaces, type Workspace } from '../../support/workspaces.ts';
import { codesOf } from '../../support/told.ts';

const configOf = (compilerOptions: object, more: object = {}): string => JSON.stringify({ compilerOptions, ...more });
const TYPED = 'console.log(1 as number);\n';

describe('how a program is to be run', () => {
  const workspace = useWorkspaces();

  for (const [way, code, message] of [
    [
      'native',
      'typescript-not-native',
      /v20\.\d+\.\d+ does not run TypeScript itself; use Node 22\.18 or newer, or leave out typescript "native"\.$/,
    ],
    ['loader', 'typescript-no-loader', /npm install --save-dev tsx, or leave out typescript "loader"\.$/],
    ['build', 'typescript-no-build', /build the project first, or leave out typescript "build"\.$/],
  ] as const)
    it(`is told in words for the command line and VS Code alike where there is no way "${way}"`, async () => {
      const made = workspace({ 'main.ts': TYPED });
      // Told by its name, as by the faces: it comes from a bundle with its own copy of the class.
      await assert.rejects(made.resolve('main.ts', 20, way), { name: 'RecordingError', code, message });
    });

  for (const [what, text] of [
    ['a decorator', 'const log = (): void => undefined;\n\n@log class A {}\nvoid A;\n'],
    ['a namespace with values', 'export {};\n\nnamespace Util { export const one = 1; }\nconsole.log(Util.one);\n'],
  ])
    it(`says that ${what} needs a loader or a build, and on which line`, async () => {
      const made = workspace({ 'main.ts': "import './part.ts';\n", 'part.ts': text });
      await assert.rejects(made.resolve('main.ts', 20), {
        name: 'RecordingError',
        message: `${made.path('part.ts')} has ${what} on line 3, which only a loader or a build can run; run npm install --save-dev tsx, or build the project first.`,
      });
    });

  it('knows decorators of parameters too, which its parser does not: no Node runs them', async () => {
    const made = workspace({
      'main.ts': 'class Api {\n  // a@b\n  top(@Query("tag") tag: string) {}\n}\nnew Api();\n',
    });
    for (const major of [20, 24] as const)
      await assert.rejects(made.resolve('main.ts', major), {
        message: /main\.ts has a decorator on line 3, which only a/,
      });
  });

  it('takes neither an address in a template for a decorator, nor a name that is a type and a value for a type', async () => {
    const made = workspace({
      'main.ts': "import { Unit } from './unit.ts';\nconst unit: Unit = Unit.one;\nconsole.log(`a@${unit}`);\n",
      'unit.ts': 'export const Unit = { one: 1 } as const;\nexport type Unit = (typeof Unit)[keyof typeof Unit];\n',
    });
    const { how, reason } = await made.resolve('main.ts', 24);
    assert.equal(how, 'native', reason);
  });

  for (const flag of ['--test', '--watch-path=src', '--eval=1', '-p', '--prof_process'])
    it(`says that ${flag} does not run the program`, async () => {
      const program = workspace({ 'main.js': '' }).path('main.js');
      const runtimeArgs = ['--no-warnings', flag];
      await assert.rejects(
        resolveTarget({ program, cwd: '/', runtimeVersion: 'v20.0.0', runtimeArgs }),
        /With -.*, Node does something else/,
      );
    });

  it('says that a path below a file does not exist', async () => {
    await assert.rejects(
      workspace({ 'main.js': '' }).resolve('main.js/foo', 20),
      /main\.js\/foo does not exist\. Name the program's file\./,
    );
  });

  it('says on which line an enum is that Node itself does not run', async () => {
    const made = workspace({ 'main.ts': 'export {};\n\n\nenum Color { Red }\nvoid Color;\n' });
    const { how, reason } = await made.resolve('main.ts', 24);
    assert.equal(how, 'strip');
    assert.match(reason, /main\.ts has an enum on line 4/);
  });
});

describe('the build output of a TypeScript program', () => {
  const workspace = useWorkspaces();
  const built = { 'app/main.ts': TYPED, 'built/main.js': 'console.log(1);\n' };

  async function takes(made: Workspace, program: string, output: string, ...told: string[]): Promise<string> {
    const target = await made.resolve(program, 20);
    assert.deepEqual([target.how, target.program], ['build', made.path(output)], target.reason);
    assert.deepEqual(codesOf(target.diagnostics), told);
    return target.reason;
  }

  it('is where its tsconfig.json and those that it extends say', async () => {
    const made = workspace({
      'base.json': '{ "compilerOptions": { "outDir": "./built", "sourceMap": true } }',
      'tsconfig.json': configOf({ rootDir: '.' }, { extends: './base.json' }),
      'app/main.ts': TYPED,
      'built/app/main.js': 'console.log(1);\n',
    });
    await takes(made, 'app/main.ts', 'built/app/main.js', 'build-output-without-map');
  });

  it('is where ${configDir} says, which is its own folder also in a file that it extends', async () => {
    const made = workspace({
      'configs/base.json': configOf({ outDir: '${configDir}/built', rootDir: '${configDir}/app' }),
      'tsconfig.json': configOf({}, { extends: './configs/base.json' }),
      ...built,
    });
    await takes(made, 'app/main.ts', 'built/main.js', 'build-output-without-map');
  });

  it('is where a source map in another folder of the project points back to it', async () => {
    const sources = ['../src/lib.ts', '../src/main.ts'];
    const files = {
      'src/main.ts': TYPED,
      'bundle/app.js': 'console.log(1);\n//# sourceMappingURL=app.js.map\n',
      'bundle/app.js.map': JSON.stringify({ version: 3, sources, mappings: '' }),
    };
    // A tsconfig marks the root of the project: without one, only the folder of the source is searched.
    assert.equal((await workspace(files).resolve('src/main.ts', 20)).how, 'strip');
    const reason = await takes(workspace({ 'tsconfig.json': '{}', ...files }), 'src/main.ts', 'bundle/app.js');
    assert.match(reason, /found by a source map/);
  });

  it('is passed over where it is older than its source, but for when it is asked for, and that is said', async () => {
    const made = workspace({
      'tsconfig.json': configOf({ outDir: 'built', rootDir: 'app' }),
      'app/main.ts': TYPED,
      'built/main.js': 'console.log(1);\n//# sourceMappingURL=main.js.map\n',
      'built/main.js.map': JSON.stringify({ version: 3, sources: ['../app/main.ts'], mappings: '' }),
    });
    const past = new Date(Date.now() - 3_600_000);
    utimesSync(made.path('built/main.js'), past, past);
    for (const [choice, ...expected] of [
      ['auto', 'strip', 'build-output-stale'],
      ['build', 'build', 'build-output-stale'],
    ] as const) {
      const { how, diagnostics } = await made.resolve('app/main.ts', 20, choice);
      assert.deepEqual([how, ...diagnostics.map(({ code }) => code)], expected);
    }
  });

  it('is not looked for where tsconfig.json cannot be read, which is said', async () => {
    const made = workspace({
      'tsconfig.json': configOf({ outDir: 'built' }, { extends: '@somewhere/else' }),
      ...built,
    });
    const { how, diagnostics } = await made.resolve('app/main.ts', 20);
    assert.equal(how, 'strip');
    const [severity, file, reason] = ['warning', made.path('tsconfig.json'), "File '@somewhere/else' not found"];
    assert.deepEqual(diagnostics, [{ code: 'tsconfig-unreadable', severity, file, reason }]);
  });
});
