import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mergeEnvironment, terminalEnvironment } from '../../../src/extension/debug/launch-environment.ts';
import {
  ConfigurationError,
  type HeatlineConfiguration,
  parseConfiguration,
  programPath,
  workingDirectory,
} from '../../../src/extension/debug/launch-options.ts';
import { isProgram } from '../../../src/extension/contributed-names.ts';

const configuration = (more: object): HeatlineConfiguration =>
  parseConfiguration({ type: 'heatline', request: 'launch', name: 'n', program: 'a.js', ...more });

interface Attribute {
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

/** What package.json says of the properties of a launch configuration. */
function launchAttributes(): Readonly<Record<string, Attribute>> {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    contributes: { debuggers: { configurationAttributes: { launch: { properties: Record<string, Attribute> } } }[] };
  };
  return manifest.contributes.debuggers[0].configurationAttributes.launch.properties;
}

describe('launch configurations', () => {
  it('mean relative paths from the workspace folder', () => {
    const folder = resolve('/work');
    assert.equal(programPath(configuration({ program: 'src/a.js' }), folder), join(folder, 'src', 'a.js'));
    assert.equal(workingDirectory(configuration({ cwd: 'sub' }), folder), join(folder, 'sub'));
    assert.equal(workingDirectory(configuration({}), folder), folder);
    assert.equal(workingDirectory(configuration({ program: resolve('/x/a.js') }), undefined), resolve('/x'));
  });

  it('take arguments as a list or as one string', () => {
    for (const property of ['args', 'runtimeArgs'] as const) {
      const read = (args: unknown): readonly string[] => configuration({ [property]: args })[property];
      assert.deepEqual(read(['a b', 'c', 5, true]), ['a b', 'c', '5', 'true']);
      const quoted = read('--name "two words" \'single $x\' plain "a \\"quote\\""');
      assert.deepEqual(quoted, ['--name', 'two words', 'single $x', 'plain', 'a "quote"']);
      assert.deepEqual(read('--max-old-space-size=300'), ['--max-old-space-size=300']);
      assert.deepEqual(read(undefined), []);
    }
  });

  it('take numbers and booleans as text in the environment, null to take a variable away', () => {
    const { env } = configuration({ env: { PORT: 8080, DEBUG: true, NAME: 'n', HOME: null } });
    assert.deepEqual(env, { PORT: '8080', DEBUG: 'true', NAME: 'n', HOME: null });
  });

  it('take null for a property that is left out', () => {
    const nothing = { args: null, env: null, cwd: null, sampler: null, duration: null, runtimeExecutable: null };
    assert.deepEqual(configuration(nothing), configuration({}));
  });

  it('take a duration in seconds', () => {
    assert.equal(configuration({ duration: 1.5 }).duration, 1500);
    assert.equal(configuration({}).duration, undefined);
  });

  it('take all that package.json offers', () => {
    for (const [name, attribute] of Object.entries(launchAttributes()))
      for (const value of [attribute.default, ...(attribute.enum ?? [])]) configuration({ [name]: value });
  });

  const inConfiguration = 'correct it in the launch configuration.';
  const inEither = 'correct it in the launch configuration or the settings.';
  const list = 'a list of strings, or one string that is split at spaces outside quotes';
  for (const [wrong, sentence] of [
    [
      { program: ' ' },
      `"program" must be the path of the file to profile, for example "\${file}", not " "; ${inConfiguration}`,
    ],
    [{ args: { a: 1 } }, `"args" must be ${list}, not an object; ${inConfiguration}`],
    [{ runtimeArgs: 5 }, `"runtimeArgs" must be ${list}, not 5; ${inConfiguration}`],
    [{ args: ['a', []] }, `"args.1" must be a string, a number, true or false, not a list; ${inConfiguration}`],
    [{ cwd: 5 }, `"cwd" must be the path of a folder, not 5; ${inConfiguration}`],
    [{ env: ['A=1'] }, `"env" must be an object with a string for each variable, not a list; ${inConfiguration}`],
    [{ env: { A: {} } }, `"env.A" must be a string, a number, true or false, not an object; ${inConfiguration}`],
    [{ envFile: true }, `"envFile" must be the path of a file, or a list of such, not true; ${inConfiguration}`],
    [
      { runtimeExecutable: 20 },
      `"runtimeExecutable" must be the name or path of Node, or of what runs the program, not 20; ${inEither}`,
    ],
    [{ samplingInterval: [] }, `"samplingInterval" must be a time such as "1ms" or "250us", not a list; ${inEither}`],
    [{ steady: 'yes' }, `"steady" must be true or false, not "yes"; ${inEither}`],
    [{ sampler: 'v8' }, `"sampler" must be one of "auto", "inspector", "v8log", not "v8"; ${inEither}`],
    [
      { typescript: 'tsx' },
      `"typescript" must be one of "auto", "native", "loader", "build", "strip", not "tsx"; ${inConfiguration}`,
    ],
    [
      { console: 'externalTerminal' },
      `"console" must be one of "internalConsole", "integratedTerminal", not "externalTerminal"; ${inEither}`,
    ],
    [{ duration: 0 }, `"duration" must be a number of seconds greater than 0, not 0; ${inConfiguration}`],
    [{ duration: '5' }, `"duration" must be a number of seconds greater than 0, not "5"; ${inConfiguration}`],
  ] as const) {
    it(`say in one sentence what is wrong with ${JSON.stringify(wrong)}`, () => {
      assert.throws(() => configuration(wrong), new ConfigurationError(sentence));
    });
  }
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
});

describe('file names', () => {
  it('tell programs and recordings', () => {
    const names = ['a.js', 'a.mts', 'a.TSX', 'a.d.ts', 'a.d.cts', 'a.json', 'js'];
    assert.deepEqual(names.filter(isProgram), ['a.js', 'a.mts', 'a.TSX']);
  });
});
