import { execFile } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { RecognisedRunner } from './recognise-runner.ts';
import type { ResolvedTarget } from '../resolve-target.ts';
import type { RunnerName } from './runner-names.ts';
import { findTestBlocks, type TestBlock, testBlockAt, type TestName } from './test-blocks.ts';
import { foldersUp, isFile } from '../../typescript/typescript-files.ts';
import { RecordingError } from '../../recording/index.ts';
import { parseVersion } from '../runtime.ts';

/**
 * How the tests of a file are run, in one process wherever the runner can. `program`: the runner's own script, or the test file where that
 * runs by itself.
 */
export interface TestCommand extends Pick<ResolvedTarget, 'program' | 'runtimeArgs' | 'env' | 'reason'> {
  readonly args: readonly string[];
  readonly cwd: string;
}

export interface TestRequest {
  readonly file: string;
  readonly runner: RecognisedRunner;
  /** Only the tests whose full name fits; as the runner's own option takes it. */
  readonly pattern?: string;
  /** The Node that runs them. */
  readonly runtimeExecutable: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Node's timers fire at once for a longer delay. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * The command that runs the tests of a file: without coverage, which would be measured too, and without limits of time,
 * which a program that is measured exceeds sooner. Rejects with a {@link RecordingError} where the runner is not
 * installed.
 */
export async function buildTestCommand(request: TestRequest): Promise<TestCommand> {
  const { file, runner, pattern } = request;
  const { name, folder, script } = runner;
  const common = {
    cwd: folder,
    env: script?.env ?? {},
    reason: `${basename(file)} runs by ${name}, ${runner.why}.`,
  };
  const nodeArgs = script?.nodeArgs ?? [];
  const scriptArgs = script?.runnerArgs ?? [];
  const relativeFile = relative(folder, file) || file;
  const only = (flag: string): string[] => (pattern === undefined ? [] : [flag, pattern]);
  switch (name) {
    case 'node:test': {
      const named = pattern === undefined ? [] : [`--test-name-pattern=${pattern}`];
      return { ...common, program: file, runtimeArgs: [...nodeArgs, ...named], args: [] };
    }
    case 'vitest': {
      const args = ['run', ...scriptArgs, '--coverage.enabled=false', '--testTimeout=0', ...only('-t'), relativeFile];
      return { ...common, program: entryOf(request, 'vitest.mjs'), runtimeArgs: nodeArgs, args };
    }
    case 'jest': {
      const patience = `--testTimeout=${LONGEST_DELAY_MS}`;
      const args = ['-i', ...scriptArgs, '--coverage=false', patience, ...only('-t'), '--runTestsByPath', relativeFile];
      return { ...common, program: entryOf(request, 'bin/jest.js'), runtimeArgs: nodeArgs, args };
    }
    case 'mocha': {
      const mocha = await askMocha(request, scriptArgs);
      const args = [...mocha.args, ...only('-g'), relativeFile];
      return { ...common, program: mocha.entry, runtimeArgs: [...nodeArgs, ...mocha.nodeArgs], args };
    }
  }
}

/** The script of a runner in the node_modules nearest above the tests. */
function entryOf({ file, runner: { name, folder } }: TestRequest, ...scripts: readonly string[]): string {
  for (const start of [folder, dirname(file)]) {
    for (const current of foldersUp(start)) {
      const found = scripts.map((script) => join(current, 'node_modules', name, script)).find(isFile);
      // Mocha's looks if it is the program by its real path.
      if (found !== undefined) return realpathSync(found);
    }
  }
  throw new RecordingError(
    'test-runner-missing',
    `${file} is a test for ${name}, which is not installed above it; run npm install in ${folder}, or run the file by itself with --test-runner none (in VS Code: "testRunner": "none").`,
  );
}

/**
 * Mocha starts itself again in another process if anything of its configuration is for Node, and runs all the files that
 * its configuration names beside the one that is asked for. So its own functions are asked what its configuration says,
 * and it is run with that, without the files.
 */
const MOCHA_QUESTION = `
const [lib, ...argv] = process.argv.slice(1);
const load = (name) => { try { return require(lib + '/' + name + '.cjs'); } catch { return require(lib + '/' + name + '.js'); } };
const { isNodeFlag, unparseNodeFlags } = load('node-flags');
const options = load('options').loadOptions(argv);
const forNode = {}, forMocha = {};
for (const [name, value] of Object.entries(options))
  if (isNodeFlag(name)) forNode[name.replace(/^v8-(?!options$)/, '')] = value;
  else forMocha[name] = value;
const given = [].concat(forMocha['node-option'] ?? []).map((flag) => '--' + flag);
process.stdout.write('\\n' + JSON.stringify({ nodeArgs: [...given, ...unparseNodeFlags(forNode)], options: forMocha }));
`;
/** What chooses files, runs them again, or takes other processes; and what is said without a configuration. */
const notPassedOn =
  /^(_|spec|ignore|watch.*|parallel|jobs|config|package|opts|node-option|grep|fgrep|invert|sort|file-list|timeout)$/;

async function askMocha(request: TestRequest, scriptArgs: readonly string[]) {
  // Before 12, and from then on.
  const entry = entryOf(request, 'bin/_mocha', 'lib/cli/cli.js');
  const lib = join(dirname(dirname(entry)), entry.endsWith('_mocha') ? 'lib/cli' : 'cli');
  const { NODE_OPTIONS: _, ...env } = request.env;
  try {
    const question = ['-e', MOCHA_QUESTION, '--', lib, ...scriptArgs];
    const where = { cwd: request.runner.folder, env };
    const { stdout } = await promisify(execFile)(request.runtimeExecutable, question, where);
    const answer = JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as { nodeArgs: string[]; options: object };
    const args = Object.entries(answer.options).flatMap(([name, value]) => mochaFlags(name, value));
    return { entry, nodeArgs: answer.nodeArgs, args: ['--no-config', '--no-package', '--timeout=0', ...args] };
  } catch {
    // A mocha that is made differently: it runs by its own rules.
    return { entry, nodeArgs: [], args: scriptArgs };
  }
}

function mochaFlags(name: string, value: unknown): string[] {
  if (notPassedOn.test(name)) return [];
  if (Array.isArray(value)) return value.flatMap((each: unknown) => mochaFlags(name, each));
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  if (typeof value === 'number' || typeof value === 'string') return [`--${name}=${value}`];
  return [];
}

/** The pattern for the test around a line of a file. Throws a {@link RecordingError} where there is none. */
export function patternAt(file: string, line: number, runner: RunnerName, version: string): string {
  const block = testBlockAt(findTestBlocks(file, readFileSync(file, 'utf8')), line);
  if (block) return patternOf(block, runner, version);
  throw new RecordingError(
    'test-not-found',
    `There is no test around line ${line} of ${file} whose name stands in the text; choose a line inside of one.`,
  );
}

/** A pattern for {@link TestRequest} that fits one test, or the tests of one suite. `version`: of Node, `v20.20.2`. */
export function patternOf({ kind, names }: TestBlock, runner: RunnerName, version: string): string {
  const expressions = names.map(expressionOf);
  // Node 20 looks at each name by itself, and runs what is in a suite that fits.
  if (runner === 'node:test' && parseVersion(version)[0] < 22) return `^${expressions.at(-1) ?? ''}$`;
  // Vitest 5 puts `>` between names, the others a space.
  const separator = runner === 'vitest' ? '( > | )' : ' ';
  const whole = expressions.join(separator);
  return kind === 'test' || runner === 'node:test' ? `^${whole}$` : `^${whole}${separator}`;
}

const expressionOf = (name: TestName): string =>
  name.map((piece) => piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('.*');
