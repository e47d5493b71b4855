import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import type { LoaderChoice } from './workspace-loader.ts';
import { type Diagnostic, RecordingError } from '../recording/index.ts';
import { isFile, isTypeScriptFile, resolveTypeScriptPath } from '../typescript/typescript-files.ts';

/** How TypeScript is to be run; `auto` takes the first that can. */
export type TypeScriptChoice = 'auto' | 'native' | 'loader' | 'build' | 'strip';

export interface TargetRequest {
  /** Absolute, or relative to `cwd`. */
  readonly program: string;
  readonly cwd: string;
  /** `v20.20.2`. */
  readonly runtimeVersion: string;
  /** `process.features.typescript` of the runtime, where it was asked. */
  readonly runtimeTypescript?: 'strip' | 'transform' | false;
  /** What the user passes to the runtime anyway; a TypeScript loader among it is respected. */
  readonly runtimeArgs?: readonly string[];
  readonly typescript?: TypeScriptChoice;
  /** Which loader of the workspace runs TypeScript; with another than `auto` it does wherever nothing else was asked for. */
  readonly loader?: LoaderChoice;
  /** Folder of Heatline's bundles; default: where this code runs from. */
  readonly bundles?: string;
}

/** What to run, and how. */
export interface ResolvedTarget {
  /** Absolute path of the file to run: the program, or what was built from it. */
  readonly program: string;
  /** To be put before the user's own runtime arguments. */
  readonly runtimeArgs: readonly string[];
  /** To be added to the program's environment, under what the user sets there. */
  readonly env: Readonly<Record<string, string>>;
  readonly how: 'javascript' | 'native' | 'loader' | 'build' | 'strip';
  /** Why this way, as a sentence for the user. */
  readonly reason: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * How is this file run so that it is measured as its author runs it? Throws `RecordingError`: `program-missing`,
 * `runtime-arg-not-runnable`, or `typescript-…` where the way that was asked for is not there.
 */
export async function resolveTarget(request: TargetRequest): Promise<ResolvedTarget> {
  checkRuntimeArgs(request.runtimeArgs ?? []);
  const program = await findProgram(request.program, request.cwd);
  if (isTypeScriptFile(program)) {
    const { resolveTypeScript } = await import('./resolve-typescript.ts');
    return resolveTypeScript({ ...request, program });
  }
  const reason = `${basename(program)} runs as it is.`;
  return { program, how: 'javascript', runtimeArgs: [], env: {}, reason, diagnostics: [] };
}

async function findProgram(program: string, cwd: string): Promise<string> {
  const path = resolve(cwd, program);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return path;
  const meant = resolveTypeScriptPath(path);
  if (isFile(meant)) return meant;
  try {
    return createRequire(join(cwd, 'noop.js')).resolve(path);
  } catch {
    const problem = found?.isDirectory()
      ? 'is a folder without a program that its package.json names'
      : 'does not exist';
    throw new RecordingError('program-missing', `${path} ${problem}. Name the program's file.`);
  }
}

/** Flags with which Node does something else than to run the program. */
const OTHER_MODES =
  /^(--(test|watch|watch-path|eval|print|check|run|build-sea|experimental-sea-config|prof-process|help|version|v8-options|completion-bash)|-(e|p|pe|c|h|v))$/;

/**
 * Throws a {@link RecordingError} for a flag with which Node does anything but run the program. `-i` is not such a flag: Node
 * runs the file all the same. Values of other flags are not told apart from flags; none that makes sense looks like one of these.
 */
function checkRuntimeArgs(runtimeArgs: readonly string[]): void {
  for (const argument of runtimeArgs) {
    // Node takes underscores for dashes, and a value behind an equals sign.
    const flag = argument.split('=', 1)[0].replaceAll('_', '-');
    if (OTHER_MODES.test(flag))
      throw new RecordingError(
        'runtime-arg-not-runnable',
        `With ${flag}, Node does something else than to run the program; leave the flag out.`,
      );
  }
}
