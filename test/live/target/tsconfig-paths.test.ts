import assert from 'node:assert/strict';
import { buildOnce } from '../../support/build.ts';
import { useWorkspaces } from '../../support/workspaces.ts';

const config = (compilerOptions: object, more: object = {}): string => JSON.stringify({ compilerOptions, ...more });

describe('the paths of a tsconfig.json', () => {
  const workspace = useWorkspaces();
  before(buildOnce);

  for (const [what, options, specifier] of [
    ['a pattern with text behind the star', { paths: { '@lib/*/index': ['./lib/*'] } }, '@lib/two/index'],
    ['a pattern that is a star alone', { paths: { '*': ['./lib/*'] } }, 'two'],
    ['a name without a star', { paths: { deux: ['./lib/two.ts'] } }, 'deux'],
    ['baseUrl', { baseUrl: './lib' }, 'two'],
    ['the longest of two patterns', { paths: { '@*': ['./nowhere/*'], '@lib/*': ['./lib/*'] } }, '@lib/two'],
    ['a folder below ${configDir}', { paths: { '@lib/*': ['${configDir}/lib/*'] } }, '@lib/two'],
  ] as const)
    it(`resolve by ${what} when the program runs, and therefore not by Node's own stripping`, async () => {
      const made = workspace({
        'configs/base.json': config(options),
        'tsconfig.json': JSON.stringify(
          what.includes('$') ? { extends: './configs/base.json' } : { compilerOptions: options },
        ),
        'main.ts': `import { two } from '${specifier}';\nconst answer: number = two;\nconsole.log(answer);\n`,
        'lib/two.ts': 'export const two: number = 2;\n',
      });
      const { target, stdout, stderr } = await made.run('main.ts', 24);
      assert.equal(target.how, 'strip', target.reason);
      assert.equal(stdout, '2\n', stderr);
      assert.match(target.reason, new RegExp(`main\\.ts has the import '${specifier}'.* on line 1`));
    });

  it('leave Node its own modules, whatever lies in baseUrl', async () => {
    const made = workspace({
      'tsconfig.json': config({ baseUrl: '.' }),
      'main.ts': "import { EOL } from 'os';\nenum N { Two = EOL.length }\nconsole.log(N.Two > 0);\n",
      'os.ts': 'export const none = 1;\n',
    });
    const result = await made.run('main.ts', 24);
    assert.equal(result.stdout, 'true\n', result.stderr);
  });
});
