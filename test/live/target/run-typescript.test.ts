import assert from 'node:assert/strict';
import { buildOnce } from '../../support/build.ts';
import { type NodeMajor, nodeMajors, outerNodeMajors } from '../../support/nodes.ts';
import { useWorkspaces } from '../../support/workspaces.ts';

// Each program prints its own line as its stack has it: what a profiler would see.
const whereAmI = `
interface Place { line: number; column: number }
export function place(error: Error): Place {
  const match = /:(\\d+):(\\d+)\\)?$/m.exec(error.stack!.split('\\n')[1])!;
  return { line: Number(match[1]), column: Number(match[2]) };
}
`;
const erasable = `import { place } from './place.mts';
import type { Unused } from './nowhere.ts';
type Shape = {
  side: number;
};
function area<T extends Shape>(shape: T, factor: number): number { return (shape as Shape).side! * factor; }
const at = place(new Error('here')) as { line: number; column: number };
console.log(JSON.stringify({ at, area: area({ side: 3 } satisfies Shape, 2) }));
`;
const richer = `import { place } from './place.js';
import { Size } from './size';
import data from './data.json';
enum Color { Red = 1, Green }
class Box { constructor(public readonly size: Size, private color = Color.Green) {}
  show(): string { return \`\${this.size as number}-\${this.color}\`; } }
const at = place(new Error('here')).line;
console.log(JSON.stringify({ at, box: new Box(4).show(), data, dir: typeof __dirname, main: require.main === module }));
`;
const decorated = `Reflect['metadata'] = (key: string, type: Function) => () => console.log(key, type.name);
const field = (): PropertyDecorator => () => undefined;
class Box { @field() size: number = 1; }
console.log(new Box().size);
`;
const configOf = (compilerOptions: object): string => JSON.stringify({ compilerOptions });
const nodeNext = { module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022', ignoreDeprecations: '6.0' };
const loaders = ['tsx', 'ts-node', '@swc-node/register'] as const;
const choiceOf = { tsx: 'tsx', 'ts-node': 'ts-node', '@swc-node/register': 'swc' } as const;

const ways: Record<NodeMajor, string> = { 20: 'strip', 22: 'native', 24: 'native', 26: 'native' };
for (const major of nodeMajors)
  describe(`running TypeScript on Node ${major}`, () => {
    const workspace = useWorkspaces();
    before(buildOnce);

    for (const [kind, manifest, program] of [
      ['a module by package.json', { type: 'module' }, 'main.ts'],
      ['no type in package.json', {}, 'main.ts'],
      ['.mts', {}, 'main.mts'],
      ['.mts in CommonJS', { type: 'commonjs' }, 'main.mts'],
    ] as const)
      it(`runs erasable syntax in ${kind} by ${ways[major]}, on its own line and column`, async () => {
        const files = { 'package.json': JSON.stringify(manifest), [program]: erasable, 'place.mts': whereAmI };
        const { target, stdout, stderr } = await workspace(files).run(program, major);
        assert.equal(target.how, ways[major], target.reason);
        assert.deepEqual(JSON.parse(stdout || stderr), { at: { line: 7, column: 18 }, area: 6 });
      });

    for (const [what, way, program, files, expected] of [
      ...(['./half.ts', './half'] as const).map(
        (half) =>
          [
            `.cts with require('${half}')`,
            half === './half' ? 'strip' : ways[major],
            'main.cts',
            {
              'main.cts': `const { half } = require('${half}');\nlet four: number = half(8 as number);\nconsole.log(four, require.main === module);\n`,
              'half.ts': `module.exports.half = (x: number): number => x / 2;\n`,
            },
            '4 true\n',
          ] as const,
      ),
      [
        'enums, parameter properties and imports without endings',
        'strip',
        'main.ts',
        {
          'main.ts': richer,
          'place.ts': whereAmI,
          'size.ts': 'export type Size = number;\nexport const unit: Size = 1;\n',
          'data.json': '{"a":1}',
        },
        '{"at":7,"box":"4-2","data":{"a":1},"dir":"string","main":true}\n',
      ],
      [
        'top-level await, import.meta, aliases and dynamic imports',
        'strip',
        'main.ts',
        {
          'tsconfig.json': '{ // comment\n "compilerOptions": { "paths": { "@lib/*": ["./lib/*"], }, } }',
          'main.ts': `import { two } from '@lib/two';\nconst { three } = await import('./lib/three.js');\nconsole.log(two + three, typeof import.meta.url);\n`,
          'lib/two.ts': 'export const two: number = 2;\n',
          'lib/three.ts': 'enum N { Three = 3 }\nexport const three: number = N.Three;\n',
        },
        '5 string\n',
      ],
    ] as const)
      it(`runs ${what} by ${way}`, async () => {
        const { target, stdout, stderr } = await workspace(files).run(program, major);
        assert.equal(target.how, way, target.reason);
        assert.equal(stdout, expected, stderr);
      });

    it('shows the line of a mistake in TypeScript, and none of our own functions', async () => {
      const files = {
        'main.ts': 'enum Size { small }\nimport "./half.ts";\n',
        'half.ts': 'let x = 1;\nconst half: = 2;\n',
      };
      const { target, stderr } = await workspace(files).run('main.ts', major);
      assert.equal(target.how, 'strip', target.reason);
      assert.match(stderr, /half\.ts:2\nconst half: = 2;\n {12}\^\n\nSyntaxError: /);
      assert.doesNotMatch(stderr, /strip-hooks/);
    });
  });

for (const major of outerNodeMajors)
  describe(`running TypeScript by a loader on Node ${major}`, () => {
    const workspace = useWorkspaces();
    before(buildOnce);

    it('takes one that emits decorator metadata where tsconfig.json wants that', async () => {
      const options = { emitDecoratorMetadata: true, experimentalDecorators: true };
      const config = configOf({ ...options, module: 'commonjs', target: 'es2022' });
      const made = workspace({ 'tsconfig.json': config, 'main.ts': decorated }, loaders);
      const { target, stdout, stderr } = await made.run('main.ts', major);
      assert.match(target.reason, /ts-node/);
      assert.equal(stdout, 'design:type Number\n1\n', stderr);
    });

    const three = { 'three.ts': 'export const three: number = 3;\n' };
    const mainOf = (specifier: string): string =>
      `import { three } from '${specifier}';\nenum N { Two = 2 }\nconsole.log(N.Two + three);\n`;

    for (const loader of loaders) {
      it(`takes ${loader} where it is the one that is installed`, async () => {
        const config = { 'package.json': '{"type":"module"}', 'tsconfig.json': configOf(nodeNext) };
        const made = workspace({ ...config, ...three, 'main.ts': mainOf('./three.js') }, [loader, 'typescript']);
        const { target, stdout, stderr } = await made.run('main.ts', major);
        assert.match(target.reason, new RegExp(`by ${loader} `));
        assert.equal(target.how, 'loader', target.reason);
        assert.equal(stdout, '5\n', stderr);
      });

      it(`takes ${loader} where it is the one that is named, in CommonJS`, async () => {
        const options = { module: 'commonjs', target: 'es2022' };
        const config = { 'package.json': '{"type":"commonjs"}', 'tsconfig.json': configOf(options) };
        const files = { ...config, ...three, 'main.ts': mainOf('./three') };
        const made = workspace(files, [...loaders, 'typescript']);
        const { target, stdout, stderr } = await made.run('main.ts', major, 'auto', choiceOf[loader]);
        assert.match(target.reason, new RegExp(`by ${loader} .* \\(as asked for\\)`));
        assert.equal(stdout, '5\n', stderr);
        const others = workspace(files, loader === 'tsx' ? ['ts-node'] : ['tsx']);
        const sentence = `^${loader} is not installed above .*main\\.ts; run npm install --save-dev ${loader}, or name`;
        await assert.rejects(others.resolve('main.ts', major, 'auto', choiceOf[loader]), {
          ...{ code: 'typescript-no-loader', message: new RegExp(sentence) },
        });
      });
    }
  });
