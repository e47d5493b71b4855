import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Beyond, findBeyondErasable, findBeyondStripping } from './beyond-erasable.ts';
import { type BuildOutput, findBuildOutput } from './build-output.ts';
import type { ResolvedTarget, TargetRequest } from './resolve-target.ts';
import { findWorkspaceLoader, loaders } from './workspace-loader.ts';
import { type Diagnostic, RecordingError } from '../recording/index.ts';
import { readTsconfigFor } from '../typescript/tsconfig.ts';
import { isFile, moduleTypeOf } from '../typescript/typescript-files.ts';
import { nativeTypeScriptArgs } from './runtime.ts';

/** What was asked; `program` is the absolute path of a TypeScript file. */
type Context = TargetRequest & { readonly program: string };

/**
 * How a TypeScript program is run. A bundle of its own, loaded when there is one: it holds the parsers of TypeScript and
 * tsconfig.json, a third of the command line otherwise. Throws `RecordingError`, `typescript-…`.
 */
export function resolveTypeScript(context: Context): ResolvedTarget {
  const target = chooseWay(context);
  return { ...target, diagnostics: [...tsconfigDiagnostics(context.program), ...target.diagnostics] };
}

function fail(code: string, message: string): never {
  throw new RecordingError(code, message);
}

function chooseWay(context: Context): ResolvedTarget {
  const { program, typescript = 'auto' } = context;
  switch (typescript) {
    case 'native':
      return asNative(context);
    case 'loader':
      return asLoader(context) ?? fail('typescript-no-loader', noLoader(program));
    case 'build':
      return asBuild(context) ?? fail('typescript-no-build', noBuild(program));
    case 'strip':
      return asStrip(context, 'as asked for');
    case 'auto':
      return chooseAutomatically(context);
  }
}

const noLoader = (program: string): string =>
  `No tsx, ts-node or @swc-node/register is installed above ${program}; run npm install --save-dev tsx, or leave out typescript "loader".`;
const noBuild = (program: string): string =>
  `No build output of ${program} was found through a tsconfig.json or a source map; build the project first, or leave out typescript "build".`;

const knownLoaders =
  /(^|[/\\@=])(tsx|ts-node|@?swc-node|esbuild-register|@babel[/\\]register|sucrase|jiti|tsimp)\b|experimental-(strip|transform)-types/;

function chooseAutomatically(context: Context): ResolvedTarget {
  const { program, runtimeVersion } = context;
  const given = context.runtimeArgs?.find((argument) => knownLoaders.test(argument));
  if (given) {
    return found(context, 'loader', [], `${basename(program)} runs by the loader in the runtime arguments (${given}).`);
  }
  const named = context.loader === undefined || context.loader === 'auto' ? undefined : asLoader(context);
  if (named) return named;
  const isNative = nativeTypeScriptArgs(runtimeVersion, context.runtimeTypescript) !== undefined;
  const beyond = isNative ? findBeyondErasable(program) : undefined;
  if (isNative && !beyond) return asNative(context);
  const whyNot = beyond ? explainBeyond(beyond, context) : `Node ${runtimeVersion} does not run TypeScript itself`;
  const loader = asLoader(context, whyNot);
  if (loader) return loader;
  const build = asBuild(context, whyNot);
  if (build && !build.diagnostics.some(({ code }) => code === 'build-output-stale')) return build;
  const stripped = asStrip(context, build ? `${whyNot}, and the build output is older than the source` : whyNot);
  return build ? { ...stripped, diagnostics: build.diagnostics } : stripped;
}

function explainBeyond({ file, what, line }: Beyond, context: Context): string {
  const shown = relative(context.cwd, file) || file;
  return `Node ${context.runtimeVersion} cannot run it itself: ${shown} has ${what} on line ${line}`;
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
  const runtimeArgs =
    nativeTypeScriptArgs(context.runtimeVersion, context.runtimeTypescript) ??
    fail(
      'typescript-not-native',
      `Node ${context.runtimeVersion} does not run TypeScript itself; use Node 22.18 or newer, or leave out typescript "native".`,
    );
  const flag = runtimeArgs.length > 0 ? ` with ${runtimeArgs.join(' ')}` : '';
  const reason = `${basename(context.program)} runs by Node's own type stripping${flag}.`;
  return found(context, 'native', runtimeArgs, reason);
}

function because(whyNot: string | undefined): string {
  return whyNot ? ` (${whyNot})` : '';
}

/** Fails where one is named and not installed. */
function asLoader(context: Context, whyNot?: string): ResolvedTarget | undefined {
  const { program, loader: choice = 'auto' } = context;
  const loader = findWorkspaceLoader(program, moduleTypeOf(program) === 'module', choice);
  if (!loader && choice !== 'auto') {
    const { name } = loaders[choice];
    fail(
      'typescript-no-loader',
      `${name} is not installed above ${program}; run npm install --save-dev ${name}, or name another loader (--loader, in VS Code heatline.loader).`,
    );
  }
  if (!loader) return undefined;
  const note = loader.note ? `; ${loader.note}` : '';
  const why = because(choice === 'auto' ? whyNot : 'as asked for');
  const reason = `${basename(program)} runs by ${loader.name} ${loader.version} of its workspace${why}${note}.`;
  return { ...found(context, 'loader', loader.runtimeArgs, reason), env: loader.env };
}

function asBuild(context: Context, whyNot?: string): ResolvedTarget | undefined {
  const build = findBuildOutput(context.program);
  if (!build) return undefined;
  const shown = relative(context.cwd, build.file) || build.file;
  const reason = `${basename(context.program)} runs as ${shown}, found by ${build.foundBy}${because(whyNot)}.`;
  return { ...found(context, 'build', [], reason, buildDiagnostics(build, context.program)), program: build.file };
}

function buildDiagnostics({ file, isStale, hasSourceMap }: BuildOutput, program: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (isStale) diagnostics.push({ code: 'build-output-stale', severity: 'warning', file, program });
  if (!hasSourceMap) diagnostics.push({ code: 'build-output-without-map', severity: 'warning', file, program });
  return diagnostics;
}

function tsconfigDiagnostics(program: string): Diagnostic[] {
  const { file, problem } = readTsconfigFor(program) ?? {};
  if (file === undefined || problem === undefined) return [];
  return [{ code: 'tsconfig-unreadable', severity: 'warning', file, reason: problem }];
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
