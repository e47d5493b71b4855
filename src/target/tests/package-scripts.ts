import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type RunnerName, runnerNames } from './runner-names.ts';
import { attempt } from '../../core/attempt.ts';
import { TAKES_WORD } from '../../recording/node-options.ts';

/** What Heatline needs of a package.json. */
export interface PackageFacts {
  readonly scripts: Readonly<Record<string, string>>;
  /** Of all kinds. */
  readonly dependencies: ReadonlySet<string>;
  /** Its own keys, such as `jest` and `mocha`, which may hold their configuration. */
  readonly keys: ReadonlySet<string>;
}

/** A folder's package.json; undefined where there is none, or none that can be read. */
export function readPackage(folder: string): PackageFacts | undefined {
  const found = attempt(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as unknown);
  if (typeof found !== 'object' || found === null) return undefined;
  const contents = found as Record<string, unknown>;
  const entries = (key: string): [string, unknown][] => Object.entries(Object(contents[key]) as object);
  const scripts = entries('scripts').filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const dependencies = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap(entries).map(([name]) => name);
  return {
    scripts: Object.fromEntries(scripts),
    dependencies: new Set(dependencies),
    keys: new Set(Object.keys(contents)),
  };
}

/** How a script of a package.json starts a test runner. */
export interface RunnerScript {
  readonly runner: RunnerName;
  readonly env: Readonly<Record<string, string>>;
  /** Flags for Node. */
  readonly nodeArgs: readonly string[];
  /** Flags for the runner, without those that choose tests or watch files. */
  readonly runnerArgs: readonly string[];
}

/** The scripts that start a runner: `test` first, then those whose names begin with it, then the others. */
export function runnerScripts({ scripts }: PackageFacts): RunnerScript[] {
  const rank = (name: string): number => (name === 'test' ? 0 : name.startsWith('test') ? 1 : 2);
  const names = Object.keys(scripts).sort((a, b) => rank(a) - rank(b));
  return names.flatMap((name) => commandsOf(scripts[name])).flatMap((command) => parseCommand(command) ?? []);
}

const commandsOf = (script: string): string[] => script.split(/&&|\|\||[;|]/);
const SHELL_WITH_SCRIPT = /^(?:ba|da|z|k|a)?sh\s+-\w*c\s+/;
/** How package managers are asked for a script, and its name. */
const SCRIPT_CALL = /^\s*(?:npm|pnpm|yarn|bun)\s+(?:(?:-\S+|run|run-script)\s+)*([\w:.-]+)/;

/** Whether a command starts a test runner, by itself or by scripts of the package.json in its folder. */
export function startsTests(command: string, args: readonly string[], cwd: string): boolean {
  const name = basename(command).replace(/\.(cmd|exe)$/i, '');
  return runsTests([name, ...args].join(' ').replace(SHELL_WITH_SCRIPT, ''), readPackage(cwd)?.scripts ?? {});
}

function runsTests(line: string, scripts: Readonly<Record<string, string>>): boolean {
  return commandsOf(line).some((command) => {
    if (parseCommand(command)) return true;
    const called = SCRIPT_CALL.exec(command)?.[1].replace(/^t(st)?$/, 'test') ?? '';
    if (!Object.hasOwn(scripts, called)) return false;
    const { [called]: script, ...others } = scripts; // without it: scripts may call each other in a circle
    return runsTests(script, others);
  });
}

/** Flags of the runners that belong to their configuration and take a value. */
const valued: Readonly<Record<RunnerName, RegExp>> = {
  vitest: /^(-c|--config|-r|--root|--project|--environment|--pool|--mode)$/,
  jest: /^(-c|--config|--rootDir|--env|--testEnvironment|--selectProjects|--preset|--transform|--setupFiles)$/,
  mocha:
    /^(-r|--require|--import|--loader|-n|--node-option|-u|--ui|--config|--package|-t|--timeout|--extension|--file)$/,
  'node:test': /^$/,
};
/** The same of those that take none. */
const plain = /^(--globals|--dom|--exit|--check-leaks|--esm|--no-cache)$/;

/** What may stand before a runner, with its words. */
const LAUNCHERS =
  /^(cross-env|cross-env-shell|npm|npx|bunx|pnpm|yarn|exec|x|c8|nyc|dotenv|-y|--yes|--no|--no-install|--)$/;

function parseCommand(command: string): RunnerScript | undefined {
  const words = (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));
  const env: Record<string, string> = {};
  let at = 0;
  for (; at < words.length; at++) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(words[at]) ?? [];
    if (name !== undefined) env[name] = value.replace(/^(["'])(.*)\1$/, '$2');
    else if (!LAUNCHERS.test(words[at])) break;
  }
  const nodeArgs: string[] = [];
  if (words[at] === 'node' || words[at] === 'tsx') {
    if (words[at] === 'tsx') nodeArgs.push('--import=tsx');
    for (at++; words[at]?.startsWith('-'); at++) {
      nodeArgs.push(words[at]);
      if (TAKES_WORD.test(words[at])) nodeArgs.push(words[++at] ?? '');
    }
    if (nodeArgs.includes('--test')) {
      const kept = nodeArgs.filter((flag) => !/^--(experimental-)?(test|watch)/.test(flag));
      return { runner: 'node:test', env, nodeArgs: kept, runnerArgs: [] };
    }
  }
  const [, script] = /(?:^|[/\\])(vitest|jest|_?mocha)(?:\.m?js)?$/.exec(words[at] ?? '') ?? [];
  const runner = runnerNames.find((name) => name === script?.replace('_', ''));
  return runner && { runner, env, nodeArgs, runnerArgs: keptFlags(words.slice(at + 1), runner) };
}

function keptFlags(words: readonly string[], runner: RunnerName): string[] {
  return words.flatMap((word, i) => {
    const [flag] = word.split('=', 1);
    if (plain.test(word)) return [word];
    if (!valued[runner].test(flag)) return [];
    return word.includes('=') ? [word] : i + 1 < words.length ? [word, words[i + 1]] : [];
  });
}
