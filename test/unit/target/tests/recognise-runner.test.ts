import assert from 'node:assert/strict';
import { runnerScripts } from '../../../../src/target/tests/package-scripts.ts';
import { recogniseRunner } from '../../../../src/target/tests/recognise-runner.ts';
import { mayBeTest } from '../../../../src/target/tests/may-be-test.ts';
import { useWorkspaces } from '../../../support/workspaces.ts';

const plain = "describe('a', () => { it('b', () => {}); });\n";
const json = (value: unknown): string => JSON.stringify(value);

describe('the runner of a test file', () => {
  const workspace = useWorkspaces();
  /** What is recognised of a file among others; folders are relative. */
  function recognise(file: string, files: Readonly<Record<string, string>>): unknown {
    const made = workspace({ '.git/HEAD': '', ...files });
    assert.ok(mayBeTest(made.path(file)) || recogniseRunner(made.path(file)).kind === 'none');
    const found = recogniseRunner(made.path(file));
    if (found.kind === 'none') return 'none';
    const folder = found.folder.slice(made.folder.length + 1);
    return found.kind === 'unclear' ? [folder, ...found.candidates] : [folder, found.name, found.why];
  }

  it('is told by the nearest configuration file', () => {
    const files = {
      'package.json': json({ scripts: { test: 'mocha' }, devDependencies: { jest: '*', mocha: '*' } }),
      'jest.config.js': '',
      'packages/a/package.json': '{}',
      'packages/a/vitest.config.ts': '',
      'packages/a/src/x.test.ts': plain,
      'packages/b/package.json': '{}',
      'packages/b/test/x.js': plain,
    };
    assert.deepEqual(recognise('packages/a/src/x.test.ts', files), ['packages/a', 'vitest', 'by vitest.config.ts']);
    assert.deepEqual(recognise('packages/b/test/x.js', files), ['', 'jest', 'by ../../jest.config.js']);
  });

  it('is told by a key of package.json, and by a configuration of Vite that has tests', () => {
    const test = { 'a.spec.js': plain };
    assert.deepEqual(recognise('a.spec.js', { ...test, 'package.json': json({ jest: {} }) }), [
      '',
      'jest',
      'by the key "jest" of package.json',
    ]);
    assert.equal(recognise('a.spec.js', { ...test, 'vite.config.ts': 'export default {}' }), 'none');
    assert.deepEqual(recognise('a.spec.js', { ...test, 'vite.config.ts': 'export default { test: {} }' }), [
      '',
      'vitest',
      'by vite.config.ts',
    ]);
  });

  it('is told by what the file imports, against any configuration', () => {
    const imports = {
      vitest: "import { it } from 'vitest';",
      jest: "import { it } from '@jest/globals';",
      mocha: "const { it } = require('mocha');",
      'node:test': "import test from 'node:test';",
    };
    for (const [runner, text] of Object.entries(imports)) {
      const files = { 'package.json': '{}', 'jest.config.js': '', 'vitest.config.js': '', 'x.js': text };
      const found = recognise('x.js', files) as string[];
      assert.equal(found[1], runner);
    }
  });

  it('is told by scripts, then by dependencies', () => {
    const files = (contents: unknown): Record<string, string> => ({
      'package.json': json(contents),
      'test/a.js': plain,
    });
    assert.deepEqual(recognise('test/a.js', files({ scripts: { test: 'c8 mocha', bench: 'vitest bench' } })), [
      '',
      'mocha',
      'vitest',
    ]);
    const both = { mocha: '*', vitest: '*' };
    assert.deepEqual(recognise('test/a.js', files({ scripts: { test: 'npx vitest run' }, devDependencies: both })), [
      '',
      'vitest',
      'by the scripts of package.json',
    ]);
    assert.deepEqual(recognise('test/a.js', files({ devDependencies: { mocha: '*', chai: '*' } })), [
      '',
      'mocha',
      'by the dependencies of package.json',
    ]);
    assert.deepEqual(recognise('test/a.js', files({ devDependencies: both })), ['', 'vitest', 'mocha']);
  });

  it('is none for what is no test', () => {
    const files = { 'package.json': json({ jest: {} }), 'app.js': plain, 'app.test.js': 'console.log(1)' };
    assert.equal(recognise('app.js', files), 'none');
    assert.equal(recognise('app.test.js', files), 'none');
    assert.equal(recognise('lost.test.js', { 'lost.test.js': plain }), 'none');
  });

  it('is started as the package itself does', () => {
    const scripts = (test: string) => runnerScripts({ scripts: { test }, dependencies: new Set(), keys: new Set() });
    assert.deepEqual(scripts('cross-env NODE_OPTIONS="--experimental-vm-modules" jest --ci -c unit.js --watch'), [
      {
        runner: 'jest',
        env: { NODE_OPTIONS: '--experimental-vm-modules' },
        nodeArgs: [],
        runnerArgs: ['-c', 'unit.js'],
      },
    ]);
    assert.deepEqual(scripts('npm run lint && node --no-warnings node_modules/.bin/jest'), [
      { runner: 'jest', env: {}, nodeArgs: ['--no-warnings'], runnerArgs: [] },
    ]);
    assert.deepEqual(scripts("mocha -r ts-node/register --exit 'test/**/*.ts'"), [
      { runner: 'mocha', env: {}, nodeArgs: [], runnerArgs: ['-r', 'ts-node/register', '--exit'] },
    ]);
    assert.deepEqual(scripts('node --import tsx --test --test-concurrency=1 src/'), [
      { runner: 'node:test', env: {}, nodeArgs: ['--import', 'tsx'], runnerArgs: [] },
    ]);
    assert.deepEqual(scripts('tsx --test'), [
      { runner: 'node:test', env: {}, nodeArgs: ['--import=tsx'], runnerArgs: [] },
    ]);
    assert.deepEqual(scripts('node app.js | tee mocha.log'), []);
  });
});
