import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import {
  mergeEnvironment,
  parseEnvironmentFile,
  terminalEnvironment,
} from '../../../src/extension/debug/launch-environment.ts';
import {
  argumentList,
  durationMs,
  type HeatlineConfiguration,
  programPath,
  workingDirectory,
} from '../../../src/extension/debug/launch-options.ts';
import { isProgram } from '../../../src/extension/programs.ts';

const configuration = (more: Partial<HeatlineConfiguration>): HeatlineConfiguration => ({
  type: 'heatline',
  request: 'launch',
  name: 'n',
  program: 'a.js',
  ...more,
});

describe('launch configurations', () => {
  it('mean relative paths from the workspace folder', () => {
    const folder = resolve('/work');
    assert.equal(programPath(configuration({ program: 'src/a.js' }), folder), join(folder, 'src', 'a.js'));
    assert.equal(workingDirectory(configuration({ cwd: 'sub' }), folder), join(folder, 'sub'));
    assert.equal(workingDirectory(configuration({}), folder), folder);
    assert.equal(workingDirectory(configuration({ program: resolve('/x/a.js') }), undefined), resolve('/x'));
  });

  it('take arguments as a list or as one string', () => {
    assert.deepEqual(argumentList(['a b', 'c']), ['a b', 'c']);
    assert.deepEqual(argumentList('--name "two words" \'single $x\' plain "a \\"quote\\""'), [
      '--name',
      'two words',
      'single $x',
      'plain',
      'a "quote"',
    ]);
    assert.deepEqual(argumentList(undefined), []);
  });

  it('take a duration in seconds', () => {
    assert.equal(durationMs(configuration({ duration: 1.5 })), 1500);
    assert.equal(durationMs(configuration({})), undefined);
    assert.throws(() => durationMs(configuration({ duration: 0 })), /"duration"/);
  });
});

describe('environment', () => {
  it('is that of VS Code, the file over it, the configuration over both; null takes away', () => {
    const merged = mergeEnvironment(
      { A: '1', B: '1', C: '1', D: '1', ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '2' },
      { B: '2', C: '2' },
      { C: '3', D: null },
    );
    assert.deepEqual(merged, { A: '1', B: '2', C: '3' });
  });

  it('is told to a terminal as changes only', () => {
    const changes = terminalEnvironment({ A: '1', B: '1', GONE: '1', VSCODE_PID: '2' }, { A: '1', B: '2', NEW: 'x' });
    assert.deepEqual(changes, { B: '2', NEW: 'x', GONE: null });
  });

  it('is read from files as dotenv writes them', () => {
    const text =
      '\uFEFF# comment\nA=1\nexport B = two words # note\nC="line\\nbreak"\nD=\'raw\\n\'\nE=\n\nnot a line\nF="x # y" # z\r\n';
    assert.deepEqual(parseEnvironmentFile(text), {
      A: '1',
      B: 'two words',
      C: 'line\nbreak',
      D: 'raw\\n',
      E: '',
      F: 'x # y',
    });
  });
});

describe('file names', () => {
  it('tell programs and recordings', () => {
    assert.deepEqual(['a.js', 'a.mts', 'a.TSX', 'a.d.ts', 'a.d.cts', 'a.json', 'js'].map(isProgram), [
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
