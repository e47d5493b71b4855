import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { importedRunner, looksLikeTest } from './may-be-test.ts';
import { type PackageFacts, readPackage, type RunnerScript, runnerScripts } from './package-scripts.ts';
import type { RunnerName } from './runner-names.ts';
import { attempt } from '../../core/attempt.ts';
import { findTestBlocks } from './test-blocks.ts';
import { foldersUp } from '../../typescript/typescript-files.ts';

/** What runs the tests of a file. */
export interface RecognisedRunner {
  readonly kind: 'runner';
  readonly name: RunnerName;
  /** The folder in which it is run: that of its configuration, else of the package. */
  readonly folder: string;
  /** How the package itself starts it. */
  readonly script?: RunnerScript;
  /** What tells, as the end of a sentence: `by vitest.config.ts`. */
  readonly why: string;
}

/** What a file is: no test, a test of one runner, or a test of one of several. `folder`: of its package. */
export type Recognition =
  | { readonly kind: 'none' }
  | RecognisedRunner
  | { readonly kind: 'unclear'; readonly candidates: readonly RunnerName[]; readonly folder: string };

/** Which runner runs the tests of this file? By configuration files, its imports, scripts and dependencies, in that order. */
export function recogniseRunner(file: string): Recognition {
  const text = readFileSync(file, 'utf8');
  const imported = importedRunner(text);
  const isTest = imported !== undefined || (looksLikeTest(file) && findTestBlocks(file, text).length > 0);
  if (!isTest) return { kind: 'none' };
  const project = findProject(file);
  const configured = project.configurations.filter(({ runner }) => imported === undefined || runner === imported);
  if (configured.length === 1) {
    const [{ runner, file: configuration, folder }] = configured;
    return describe(project, runner, folder, `by ${configuration}`);
  }
  const told = (runner: RunnerName, why: string): RecognisedRunner =>
    describe(project, runner, configured.find((one) => one.runner === runner)?.folder ?? project.folder, why);
  if (imported !== undefined) return told(imported, `by what ${basename(file)} imports`);
  const among = (runners: readonly RunnerName[]): RunnerName[] => {
    const possible = configured.map(({ runner }) => runner);
    return [...new Set(runners)].filter((runner) => possible.length === 0 || possible.includes(runner));
  };
  const scripted = among(project.scripts.map(({ runner }) => runner));
  if (scripted.length === 1) return told(scripted[0], 'by the scripts of package.json');
  const installed = among(project.installed);
  if (installed.length === 1) return told(installed[0], 'by the dependencies of package.json');
  const named = among(configured.map(({ runner }) => runner));
  const candidates = [scripted, installed, named].find(({ length }) => length > 1);
  return candidates ? { kind: 'unclear', candidates, folder: project.folder } : { kind: 'none' };
}

/** The runner that a user has named for a file. */
export function namedRunner(file: string, name: RunnerName): RecognisedRunner {
  const project = findProject(file);
  const folder = project.configurations.find(({ runner }) => runner === name)?.folder ?? project.folder;
  return describe(project, name, folder, 'as asked for');
}

function describe(
  { scripts }: ReturnType<typeof findProject>,
  name: RunnerName,
  folder: string,
  why: string,
): RecognisedRunner {
  return { kind: 'runner', name, folder, why, script: scripts.find(({ runner }) => runner === name) };
}

interface Configuration {
  readonly runner: RunnerName;
  /** Relative to the package's folder. */
  readonly file: string;
  readonly folder: string;
}

/**
 * Looks from the file's folder upwards, to the top of its repository at most: for the folder of the nearest package.json, else of the file;
 * the configurations of the nearest folder that has any; scripts and runners of the nearest package.json that has any.
 */
function findProject(file: string) {
  let folder: string | undefined;
  let configurations: readonly Configuration[] = [];
  let scripts: readonly RunnerScript[] = [];
  let installed: readonly RunnerName[] = [];
  for (const current of foldersUp(dirname(file))) {
    const facts = readPackage(current);
    const names = attempt(() => readdirSync(current)) ?? [];
    if (facts) folder ??= current;
    if (configurations.length === 0) configurations = configurationsIn(current, names, facts, folder ?? current);
    if (facts && scripts.length === 0) scripts = runnerScripts(facts);
    if (facts && installed.length === 0)
      installed = (['vitest', 'jest', 'mocha'] as const).filter((name) => facts.dependencies.has(name));
    if (names.includes('.git')) break;
  }
  return { folder: folder ?? dirname(file), configurations, scripts, installed };
}

const configurationFiles: readonly (readonly [RegExp, RunnerName])[] = [
  [/^vitest\.(config|workspace)\.([cm]?[jt]s|json)$/, 'vitest'],
  [/^vite\.config\.[cm]?[jt]s$/, 'vitest'],
  [/^jest\.config\.([cm]?[jt]s|json)$/, 'jest'],
  [/^\.mocharc\.([cm]?js|ya?ml|jsonc?)$/, 'mocha'],
];

function configurationsIn(folder: string, names: readonly string[], facts: PackageFacts | undefined, base: string) {
  const found = new Map<RunnerName, string>();
  for (const [expression, runner] of configurationFiles) {
    const name = names.find((each) => expression.test(each));
    if (name === undefined || found.has(runner)) continue;
    if (name.startsWith('vite.') && !configuresTests(join(folder, name))) continue;
    found.set(runner, relative(base, join(folder, name)));
  }
  for (const runner of ['jest', 'mocha'] as const) {
    if (facts?.keys.has(runner) && !found.has(runner)) found.set(runner, `the key "${runner}" of package.json`);
  }
  return [...found].map(([runner, file]) => ({ runner, file, folder }));
}

/** Vite's configuration is vitest's too, if it says anything of tests. */
const configuresTests = (file: string): boolean =>
  /\btest\s*:|vitest/.test(attempt(() => readFileSync(file, 'utf8')) ?? '');
