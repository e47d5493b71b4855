import assert from 'node:assert/strict';
import { runnerScripts, startsTests } from '../../../../src/target/tests/package-scripts.ts';
import { recogniseRunner } from '../../../../src/target/tests/recognise-runner.ts';
import { mayBeTest } from '../../../../src/target/tests/may-be-test.ts';
import { useWorkspaces } from '../../../support/workspaces.ts';

const plain = "describe('a', () => { it('b', () => {}); });\n";
const json = (value: unknown): string => JSON.stringify(value);
const both = { mocha: '*', vitest: '*' };
const [scripts, dependencies] = ['scripts', 'dependencies'].map((name) => `by the ${name} of package.json`);

describe('the runner of a test file', () => {
  const workspace = useWorkspaces();
  /** What is recognised of a file among others: `folder: runner by what`, or the candidates where it is not clear. */
  function recognise(file: string, files: Readonly<Record<string, string | object>>): string {
    const texts = Object.entries(files).map(([name, text]) => [name, typeof text === 'string' ? text : json(text)]);
    const made = workspace({ '.git/HEAD': '', ...(Object.fromEntries(texts) as Record<string, string>) });
    const found = recogniseRunner(made.path(file));
    assert.ok(mayBeTest(made.path(file)) || found.kind === 'none');
    if (found.kind === 'none') return 'none';
    const folder = found.folder.slice(made.folder.length + 1);
    return `${folder}: ${found.kind === 'unclear' ? found.candidates.join(' or ') : `${found.name} ${found.why}`}`;
  }

  it('is told by the nearest configuration file', () => {
    const files = {
      'package.json': { scripts: { test: 'mocha' }, devDependencies: { jest: '*', mocha: '*' } },
      'jest.config.js': '',
      'packages/a/package.json': '{}',
      'packages/a/vitest.config.ts': '',
      'packages/a/src/x.test.ts': plain,
      'packages/b/package.json': '{}',
      'packages/b/test/x.js': plain,
    };
    assert.equal(recognise('packages/a/src/x.test.ts', files), 'packages/a: vitest by vitest.config.ts');
    assert.equal(recognise('packages/b/test/x.js', files), ': jest by ../../jest.config.js');
  });

  for (const [what, files, expected] of [
    ['a key of package.json', { 'package.json': { jest: {} } }, ': jest by the key "jest" of package.json'],
    ['no configuration of Vite without tests', { 'vite.config.ts': 'export default {}' }, 'none'],
    ['one with tests', { 'vite.config.ts': 'export default { test: {} }' }, ': vitest by vite.config.ts'],
    [
      'a script',
      { 'package.json': { scripts: { test: 'npx vitest run' }, devDependencies: both } },
      `: vitest ${scripts}`,
    ],
    [
      'several scripts',
      { 'package.json': { scripts: { test: 'c8 mocha', bench: 'vitest bench' } } },
      ': mocha or vitest',
    ],
    ['a dependency', { 'package.json': { devDependencies: { mocha: '*', chai: '*' } } }, `: mocha ${dependencies}`],
    ['several dependencies', { 'package.json': { devDependencies: both } }, ': vitest or mocha'],
  ] as const)
    it(`is told by ${what}`, () =>
      assert.equal(recognise('test/a.spec.js', { 'test/a.spec.js': plain, ...files }), expected));

  for (const [runner, text] of [
    ['vitest', "import { it } from 'vitest';"],
    ['jest', "import { it } from '@jest/globals';"],
    ['mocha', "const { it } = require('mocha');"],
    ['node:test', "import test from 'node:test';"],
  ])
    it(`is told by what the file imports, against any configuration: ${runner}`, () => {
      const files = { 'package.json': '{}', 'jest.config.js': '', 'vitest.config.js': '', 'x.js': text };
      assert.match(recognise('x.js', files), new RegExp(`^: ${runner} `));
    });

  it('is none for what is no test', () => {
    const files = { 'package.json': { jest: {} }, 'app.js': plain, 'app.test.js': 'console.log(1)' };
    assert.equal(recognise('app.js', files), 'none');
    assert.equal(recognise('app.test.js', files), 'none');
    assert.equal(recognise('lost.test.js', { 'lost.test.js': plain }), 'none');
  });

  for (const [script, expected] of [
    [
      'cross-env NODE_OPTIONS="--experimental-vm-modules" jest --ci -c unit.js --watch',
      { runner: 'jest', env: { NODE_OPTIONS: '--experimental-vm-modules' }, runnerArgs: ['-c', 'unit.js'] },
    ],
    ['npm run lint && node --no-warnings node_modules/.bin/jest', { runner: 'jest', nodeArgs: ['--no-warnings'] }],
    [
      "mocha -r ts-node/register --exit 'test/**/*.ts'",
      { runner: 'mocha', runnerArgs: ['-r', 'ts-node/register', '--exit'] },
    ],
    ['node --import tsx --test --test-concurrency=1 src/', { runner: 'node:test', nodeArgs: ['--import', 'tsx'] }],
    ['tsx --test', { runner: 'node:test', nodeArgs: ['--import=tsx'] }],
    ['node app.js | tee mocha.log', undefined],
  ] as const)
    it(`is started as the package itself does: ${script}`, () => {
      const found = runnerScripts({ scripts: { test: script }, dependencies: new Set(), keys: new Set() });
      assert.deepEqual(found, expected ? [{ env: {}, nodeArgs: [], runnerArgs: [], ...expected }] : []);
    });
});

describe('a command that starts tests', () => {
  const workspace = useWorkspaces();
  const scripts = {
    test: 'npm run lint && pnpm -s test:unit',
    'test:unit': 'c8 mocha',
    lint: 'eslint .',
    build: 'npm run build && vite build',
  };
  for (const [line, expected] of [
    ['npx --yes jest -i', true],
    ['/usr/bin/node --test', true],
    ['node node_modules/vitest/vitest.mjs run', true],
    ['sh -c tsc && mocha', true],
    ['npm exec -- vitest', true],
    ['npm t', true],
    ['yarn test:unit', true],
    ['npm.cmd run --silent test', true],
    ['npm run lint', false],
    ['pnpm build', false],
    ['node jest-like.js', false],
    ['npm run toString', false],
  ] as const)
    it(`${expected ? 'is' : 'is not'} ${line}`, () => {
      const { folder } = workspace({ 'package.json': json({ scripts }) });
      const [command, ...args] = line.split(' ');
      assert.equal(startsTests(command, args, folder), expected);
    });
});
