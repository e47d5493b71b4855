import assert from 'node:assert/strict';
import { spawn, type SpawnOptions } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildOnce, repository } from '../../support/build.ts';
import { type Outcome, Running } from '../../support/running.ts';
import { BUSY } from '../../support/recording.ts';
import { useScratch } from '../../support/scratch.ts';

/** The command as it is shipped: a program and its first argument. */
export const heatline: readonly [string, string] = [process.execPath, path.join(repository, 'dist/cli.cjs')];

/**
 * How tests run the command line: `const cli = useCommandLine(); … cli.write('app.js', …); await cli.run(['run', 'app.js'])`.
 * It is built before the first test, and runs as a process of its own in a folder whose name has a space. Each test has a
 * new folder; with `shared`, all tests of the suite have the same one.
 */
export function useCommandLine({ shared = false } = {}): CommandLine {
  const scratch = useScratch();
  let number = 0;
  const folder = (): string => scratch(`folder ${number}`);
  const open = (): void => {
    number++;
    mkdirSync(folder());
  };
  before(buildOnce);
  if (shared) before(open);
  else beforeEach(open);
  return new CommandLine(folder);
}

class CommandLine {
  constructor(private readonly folderNow: () => string) {}

  /** Absolute path of something in the folder; without names, the folder itself. */
  path(...names: readonly string[]): string {
    return path.join(this.folderNow(), ...names);
  }

  /** Writes a file and the folders above it; its absolute path. */
  write(name: string, text: string): string {
    mkdirSync(path.dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** What `--json` wrote, as the caller knows it. */
  readJson<T>(name: string): T {
    return JSON.parse(this.read(name)) as T;
  }

  /** Names of what is kept in `.heatline`, without what git reads there. */
  kept(): string[] {
    return readdirSync(this.path('.heatline')).filter((name) => name !== '.gitignore');
  }

  /** Starts `heatline`, in the folder unless said otherwise. */
  start(args: readonly string[], options: StartOptions = {}): Running {
    const { fileBlocks, input = '', keepsInput, ...spawned } = options;
    const limit = fileBlocks === undefined ? [] : ['sh', '-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'sh'];
    const [file = '', ...rest] = [...limit, ...heatline, ...args];
    const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...options.env };
    const child = spawn(file, rest, { cwd: this.path(), stdio: 'pipe', detached: true, ...spawned, env });
    if (!keepsInput) child.stdin?.end(input);
    return new Running(child);
  }

  /** Runs `heatline` to its end. */
  run(args: readonly string[], options: StartOptions = {}): Promise<Outcome> {
    return this.start(args, options).ended;
  }

  /** Runs `heatline` to its end, which must be a good one. */
  async succeed(args: readonly string[], options: StartOptions = {}): Promise<Outcome> {
    const outcome = await this.run(args, options);
    assert.equal(outcome.code, 0, outcome.stderr + outcome.stdout);
    return outcome;
  }
}
export type { CommandLine };

interface StartOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'> {
  readonly input?: string;
  /** Standard input stays open, for the test to end it. */
  readonly keepsInput?: boolean;
  /** No file that is written may be larger, as if the disk were full; in blocks of `ulimit -f`, 512 or 1024 bytes. */
  readonly fileBlocks?: number;
}

/**
 * The function `work`, whose line 4 computes for about so many milliseconds of CPU time; from 50 on, until V8's samplers have looked
 * (see `BUSY`). Six lines.
 */
export const work = `function work(ms) {
  let sum = 0, before = ms < 50 ? undefined : samplers();
  for (let k = 0; k < ms || (before && k < 1e4 && !haveLooked(before, 20)); k++)
    for (let i = 0; i < 700000; i++) sum = (Math.imul(sum, 31) + i) | 0;
  return sum;
} ${BUSY}`;
