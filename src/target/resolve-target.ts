import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Beyond, findBeyondErasable, findBeyondStripping } from '../typescript/beyond-erasable.ts';
import { type BuildOutput, findBuildOutput } from './build-output.ts';
import { nativeTypeScript } from './native-typescript.ts';
import { isFile, isTypeScriptFile, moduleTypeOf, resolveTypeScriptPath } from '../typescript/typescript-files.ts';
import { findWorkspaceLoader } from './workspace-loader.ts';
import { type Diagnostic, RecordingError } from '../recording/index.ts';

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
  /** What the user passes to the runtime anyway; a loader among it is respected. */
  readonly runtimeArgs?: readonly string[];
  readonly typescript?: TypeScriptChoice;
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
 * How is this file run so that it is measured as its author runs it? Throws `RecordingError`: `program-missing`, or
 * `typescript-…` where the way that was asked for is not there.
 */
export async function resolveTarget(request: TargetRequest): Promise<ResolvedTarget> {
  const program = await findProgram(request.program, request.cwd);
  if (!isTypeScriptFile(program)) {
    return {
      program,
      runtimeArgs: [],
      env: {},
      how: 'javascript',
      reason: `${basename(program)} runs as it is.`,
      diagnostics: [],
    };
  }
  const choice = request.typescript ?? 'auto';
  const context = { ...request, program };
  if (choice === 'native') return asNative(context);
  if (choice === 'loader')
    return (
      asLoader(context) ??
      fail(
        'typescript-no-loader',
        `No tsx, ts-node or @swc-node/register is installed above ${program}; run npm install --save-dev tsx, or leave out typescript "loader".`,
      )
    );
  if (choice === 'build')
    return (
      asBuild(context) ??
      fail(
        'typescript-no-build',
        `No build output of ${program} was found through a tsconfig.json or a source map; build the project first, or leave out typescript "build".`,
      )
    );
  if (choice === 'strip') return asStrip(context, 'as asked for');
  return chooseAutomatically(context);
}

function fail(code: string, message: string): never {
  throw new RecordingError(code, message);
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
    if (found?.isDirectory())
      return fail(
        'program-missing',
        `${path} is a folder without a program that its package.json names; name the program's file.`,
      );
    return fail('program-missing', `${path} does not exist. Name the program's file.`);
  }
}

type Context = TargetRequest & { readonly program: string };

const knownLoaders =
  /(^|[/\\@=])(tsx|ts-node|@?swc-node|esbuild-register|@babel[/\\]register|sucrase|jiti|tsimp)\b|experimental-(strip|transform)-types/;

function chooseAutomatically(context: Context): ResolvedTarget {
  const given = context.runtimeArgs?.find((argument) => knownLoaders.test(argument));
  if (given)
    return found(
      context,
      'loader',
      [],
      `${basename(context.program)} runs by the loader in the runtime arguments (${given}).`,
    );
  const native = nativeTypeScript(context.runtimeVersion, context.runtimeTypescript);
  const beyond = native && findBeyondErasable(context.program);
  if (native && !beyond) return asNative(context);
  const whyNot = native
    ? explainBeyond(beyond, context)
    : `Node ${context.runtimeVersion} does not run TypeScript itself`;
  const loader = asLoader(context, whyNot);
  if (loader) return loader;
  const build = asBuild(context, whyNot);
  if (build && !build.diagnostics.some((diagnostic) => diagnostic.code === 'build-output-stale')) return build;
  const stripped = asStrip(context, `${whyNot}${build ? ', and the build output is older than the source' : ''}`);
  return build ? { ...stripped, diagnostics: build.diagnostics } : stripped;
}

function explainBeyond(beyond: Beyond | undefined, context: Context): string {
  if (!beyond) return '';
  const file = relative(context.cwd, beyond.file) || beyond.file;
  return `Node ${context.runtimeVersion} cannot run it itself: ${file} has ${beyond.what} on line ${beyond.line}`;
}

function found(
  { program }: Context,
  how: ResolvedTarget['how'],
  runtimeArgs: readonly string[],
  reason: string,
  diagnostics: readonly Diagnostic[] = [],
): ResolvedTarget {
  return { program, how, runtimeArgs, env: {}, reason, diagnostics };
}

function asNative(context: Context): ResolvedTarget {
  const native = nativeTypeScript(context.runtimeVersion, context.runtimeTypescript);
  if (!native) {
    return fail(
      'typescript-not-native',
      `Node ${context.runtimeVersion} does not run TypeScript itself; use Node 22.18 or newer, or leave out typescript "native".`,
    );
  }
  const flag = native.runtimeArgs.length ? ` with ${native.runtimeArgs.join(' ')}` : '';
  return found(
    context,
    'native',
    native.runtimeArgs,
    `${basename(context.program)} runs by Node's own type stripping${flag}.`,
  );
}

function because(whyNot: string | undefined): string {
  return whyNot ? ` (${whyNot})` : '';
}

function asLoader(context: Context, whyNot?: string): ResolvedTarget | undefined {
  const loader = findWorkspaceLoader(context.program, moduleTypeOf(context.program) === 'module');
  if (!loader) return undefined;
  const note = loader.note ? `; ${loader.note}` : '';
  const reason = `${basename(context.program)} runs by ${loader.name} ${loader.version} of its workspace${because(whyNot)}${note}.`;
  return { ...found(context, 'loader', loader.runtimeArgs, reason), env: loader.env };
}

function asBuild(context: Context, whyNot?: string): ResolvedTarget | undefined {
  const build = findBuildOutput(context.program);
  if (!build) return undefined;
  const shown = relative(context.cwd, build.file) || build.file;
  const reason = `${basename(context.program)} runs as ${shown}, found by ${build.foundBy}${because(whyNot)}.`;
  return { ...found(context, 'build', [], reason, buildDiagnostics(build, context.program)), program: build.file };
}

function buildDiagnostics(build: BuildOutput, program: string): Diagnostic[] {
  const { file } = build;
  const diagnostics: Diagnostic[] = [];
  if (build.isStale) diagnostics.push({ code: 'build-output-stale', severity: 'warning', file, program });
  if (!build.hasSourceMap) diagnostics.push({ code: 'build-output-without-map', severity: 'warning', file, program });
  return diagnostics;
}

function asStrip(context: Context, why: string): ResolvedTarget {
  const beyond = findBeyondStripping(context.program);
  if (beyond) {
    return fail(
      'typescript-needs-compiler',
      `${beyond.file} has ${beyond.what} on line ${beyond.line}, which only a loader or a build can run; run npm install --save-dev tsx, or build the project first.`,
    );
  }
  const loader = pathToFileURL(join(context.bundles ?? bundleFolder(), 'strip-loader.cjs')).href;
  const reason = `${basename(context.program)} runs by Heatline's own type stripping, which keeps every line where it is (${why}).`;
  return found(context, 'strip', ['--import', loader], reason);
}

/** The bundles lie beside the bundle that runs; run from source, they are in dist/. */
function bundleFolder(): string {
  if (typeof __dirname === 'string' && isFile(join(__dirname, 'strip-loader.cjs'))) return __dirname;
  return join(dirname(fileURLToPath(import.meta.url)), '../../dist');
}
