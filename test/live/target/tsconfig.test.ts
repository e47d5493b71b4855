import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { makeWorkspace, repository, run, type Workspace } from './workspace.ts';

const config = (compilerOptions: object, more: object = {}): string => JSON.stringify({ compilerOptions, ...more });
const importing = (specifier: string): string =>
  `import { two } from '${specifier}';\nconst answer: number = two;\nconsole.log(answer);\n`;
const two = 'export const two: number = 2;\n';

describe('the tsconfig.json of a TypeScript program', function () {
  this.timeout(60_000);
  const workspaces: Workspace[] = [];
  const workspace = (files: Record<string, string>): Workspace => {
    const made = makeWorkspace(files);
    workspaces.push(made);
    return made;
  };
  before(() => {
    execFileSync(process.execPath, ['esbuild.mjs', 'strip-hooks', 'strip-loader'], { cwd: repository });
  });
  afterEach(() => {
    for (const made of workspaces.splice(0)) made.remove();
  });

  it('means its own folder by ${configDir}, also in a file that it extends: build output', async () => {
    const made = workspace({
      'configs/base.json': config({ outDir: '${configDir}/built', rootDir: '${configDir}/app' }),
      'tsconfig.json': config({}, { extends: './configs/base.json' }),
      'app/main.ts': 'console.log(2 as number);\n',
      'built/main.js': 'console.log(2);\n',
    });
    const { target } = await run(made, 'app/main.ts', 20);
    assert.equal(target.program, made.path('built/main.js'), target.reason);
  });

  it('means its own folder by ${configDir}, also in a file that it extends: paths', async () => {
    const made = workspace({
      'configs/base.json': config({ paths: { '@lib/*': ['${configDir}/lib/*'] } }),
      'tsconfig.json': config({}, { extends: './configs/base.json' }),
      'main.ts': importing('@lib/two'),
      'lib/two.ts': two,
    });
    const result = await run(made, 'main.ts', 20);
    assert.equal(result.stdout, '2\n', result.stderr);
  });

  for (const [what, options, specifier] of [
    ['a pattern with text behind the star', { paths: { '@lib/*/index': ['./lib/*'] } }, '@lib/two/index'],
    ['a pattern that is a star alone', { paths: { '*': ['./lib/*'] } }, 'two'],
    ['a name without a star', { paths: { deux: ['./lib/two.ts'] } }, 'deux'],
    ['baseUrl', { baseUrl: './lib' }, 'two'],
    ['the longest of two patterns', { paths: { '@*': ['./nowhere/*'], '@lib/*': ['./lib/*'] } }, '@lib/two'],
  ] as const)
    it(`resolves by ${what} when the program runs, and therefore not by Node's own stripping`, async () => {
      const made = workspace({
        'tsconfig.json': config(options),
        'main.ts': importing(specifier),
        'lib/two.ts': two,
      });
      for (const major of [20, 24] as const) {
        const { target, stdout, stderr } = await run(made, 'main.ts', major);
        assert.equal(target.how, 'strip', target.reason);
        assert.equal(stdout, '2\n', stderr);
        if (major === 24)
          assert.match(target.reason, new RegExp(`main\\.ts has the import '${specifier}'.* on line 1`), target.reason);
      }
    });

  it('leaves Node its own modules, whatever lies in baseUrl', async () => {
    const made = workspace({
      'tsconfig.json': config({ baseUrl: '.' }),
      'main.ts': "import { EOL } from 'os';\nenum N { Two = EOL.length }\nconsole.log(N.Two > 0);\n",
      'os.ts': 'export const none = 1;\n',
    });
    const result = await run(made, 'main.ts', 24);
    assert.equal(result.stdout, 'true\n', result.stderr);
  });

  it('is passed over with a sentence where it cannot be read', async () => {
    const made = workspace({
      'tsconfig.json': config({ outDir: 'built' }, { extends: '@somewhere/else' }),
      'main.ts': 'console.log(2 as number);\n',
    });
    const { target, stdout } = await run(made, 'main.ts', 20);
    assert.equal(stdout, '2\n');
    assert.deepEqual(target.diagnostics, [
      {
        code: 'tsconfig-unreadable',
        severity: 'warning',
        file: made.path('tsconfig.json'),
        reason: "File '@somewhere/else' not found",
      },
    ]);
  });
});
