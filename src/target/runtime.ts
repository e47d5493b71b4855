import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { attempt } from '../core/attempt.ts';
import { oldestNode, RecordingError } from '../recording/index.ts';

/** A Node that can run programs. */
export interface Runtime {
  /** Absolute path of the executable. */
  readonly path: string;
  /** `v20.20.2`. */
  readonly version: string;
  /** `11.3.244.8-node.38`. */
  readonly v8: string;
  /** Whether it strips types from TypeScript without a flag; undefined: it does not say (before Node 22.10). */
  readonly typescript?: 'strip' | 'transform' | false;
}

const question =
  'JSON.stringify({ node: process.release?.name === "node" && !process.versions.bun && !process.versions.deno,' +
  ' path: process.execPath, version: process.version, v8: process.versions.v8, typescript: process.features.typescript })';

/**
 * Which Node does this name or path run? `runtimeExecutable` is by default the `node` on the environment's PATH; a relative
 * path starts at `cwd`, which also decides for version managers. Throws `RecordingError` (`cwd-not-found`,
 * `runtime-missing`, `runtime-not-node`, `runtime-too-old`) with a sentence for the user.
 */
export async function detectRuntime(
  runtimeExecutable: string | undefined,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<Runtime> {
  checkWorkingDirectory(cwd);
  const name = runtimeExecutable || 'node';
  // NODE_OPTIONS may hold --inspect-brk or a preload with side effects: a question must not trigger either.
  const { NODE_OPTIONS: _, ...quietEnv } = env;
  const { stdout, error } = await ask(name, quietEnv, cwd);
  if (error === 'ENOENT') {
    const where = name.includes('/') || name.includes('\\') ? '' : ' on the PATH';
    throw new RecordingError(
      'runtime-missing',
      `No Node found: ${name} does not exist${where}. Install Node ${oldestNode} or newer, or name one with --runtime (in VS Code: runtimeExecutable).`,
    );
  }
  if (error === 'EMFILE') throw new RecordingError('runtime-not-started', `${name} cannot be run: ${TOO_FEW_FILES}.`);
  if (error) throw new RecordingError('runtime-not-node', `${name} cannot be run (${error}).`);
  const runtime = parseAnswer(stdout);
  if (!runtime)
    throw new RecordingError(
      'runtime-not-node',
      `${name} is not Node: it did not answer with its version; name a Node with --runtime (in VS Code: runtimeExecutable).`,
    );
  refuseTooOld(runtime.path, runtime.version);
  return runtime;
}

/** Throws a {@link RecordingError} for a folder that is not there: the system would say that the program is not. */
export function checkWorkingDirectory(cwd: string): void {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new RecordingError('cwd-not-found', `The working directory ${cwd} does not exist; check the path.`);
}

/** Throws a {@link RecordingError} (`runtime-too-old`) for a Node (`version`: `v18.1.0`) that cannot be profiled. */
export function refuseTooOld(name: string, version: string): void {
  if (parseVersion(version)[0] >= oldestNode) return;
  throw new RecordingError(
    'runtime-too-old',
    `${name} is Node ${version}; Heatline needs Node ${oldestNode} or newer: choose another with --runtime (in VS Code: runtimeExecutable).`,
  );
}

function parseAnswer(output: string): Runtime | undefined {
  const found = attempt(() => JSON.parse(output.trim().split('\n').at(-1) ?? '') as Runtime & { node: boolean });
  if (!found?.node) return undefined;
  const { node: _, ...runtime } = found;
  return runtime;
}

/** What `EMFILE` means. */
export const TOO_FEW_FILES = 'this process may not open any more files; raise the limit (ulimit -n)';

const PATIENCE_MS = 30_000;

/** What a Node answers; the system's word for it where there is none to ask. */
async function ask(name: string, env: NodeJS.ProcessEnv, cwd: string): Promise<{ stdout: string; error?: string }> {
  try {
    return await promisify(execFile)(name, ['-p', question], { env, cwd, timeout: PATIENCE_MS });
  } catch (failure) {
    const { code, stdout = '' } = failure as { code?: string | number | null; stdout?: string };
    return { stdout, ...(typeof code === 'string' && { error: code }) };
  }
}

/**
 * What `--steady`, in the editor `steady`, gives to V8. Code is then optimised at the same moment of each run, on the main thread, and not whenever
 * another thread gets a core: lines vary half as much from run to run. It costs about a third more CPU time there.
 */
export const STEADY_FLAGS: readonly string[] = ['--no-concurrent-recompilation'];

/** Major and minor of `v22.18.0`; zeros for what is no version. */
export function parseVersion(version: string): [major: number, minor: number] {
  const match = /^v?(\d+)\.(\d+)/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : [0, 0];
}

/**
 * What to pass to this Node so that it strips types itself; undefined where it cannot. Node 22.18 and 23.6 need nothing,
 * from 22.6 on there is a flag. `feature` is `process.features.typescript` where the runtime was asked: a Node built
 * without it says false. Source: https://nodejs.org/api/typescript.html
 */
export function nativeTypeScriptArgs(version: string, feature?: string | false): readonly string[] | undefined {
  const [major, minor] = parseVersion(version);
  const isDefault = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
  if (isDefault) return feature === false ? undefined : [];
  const hasFlag = major === 23 || (major === 22 && minor >= 6);
  return hasFlag ? ['--experimental-strip-types'] : undefined;
}
