import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compile } from './compile.ts';
import { createAliasResolver } from '../../typescript/tsconfig.ts';
import { isFile, isPath, isTypeScriptFile, resolveTypeScriptPath } from '../../typescript/typescript-files.ts';

// Heatline's own TypeScript loader, bundled to dist/strip-hooks.cjs: hooks for `import`, and what installs them together
// with those for `require`. It runs inside the profiled program; where only `module.register` is known, `resolve` and
// `load` also run on Node's hooks thread, in a second copy of the bundle.

type ResolveContext = Partial<Module.ResolveHookContext>;
type LoadContext = Partial<Module.LoadHookContext>;

/** Node's resolve hook: also finds TypeScript files by the names that TypeScript lets one write. */
export function resolve<R>(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context: ResolveContext) => R,
): R {
  // `require` comes here only through `registerHooks`, and has its own way in.
  if (context.conditions?.includes('require')) return next(specifier, context);
  return next(findMeantUrl(specifier, context.parentURL) ?? specifier, context);
}

/** Node's load hook: strips the types of TypeScript files; CommonJS ones are left to `require`. */
export function load<R>(url: string, context: LoadContext, next: (url: string, context: LoadContext) => R): unknown {
  const file = fileOf(url) ?? '';
  const { importAttributes } = context;
  // TypeScript lets JSON be imported without attributes.
  if (file.endsWith('.json') && importAttributes && !importAttributes.type && !file.includes('node_modules')) {
    return { format: 'module', source: `export default ${readFileSync(file, 'utf8')}`, shortCircuit: true };
  }
  if (!isTypeScriptFile(file)) return next(url, context);
  const { format, code } = compile(file, false);
  return { format, source: format === 'commonjs' ? null : code, shortCircuit: true };
}

interface LoadableModule extends NodeJS.Module {
  _compile(code: string, file: string, format?: string): void;
}
interface ModuleInternals {
  readonly _extensions: Record<string, (module: LoadableModule, file: string) => void>;
  _resolveFilename: (request: string, parent: NodeJS.Module | undefined, ...rest: unknown[]) => string;
  register(url: URL): void;
  registerHooks?(hooks: object): void;
}

/** Makes this Node run TypeScript, for `require` and `import`. `hooksFile`: this bundle. */
export function install(hooksFile: string): void {
  const internals = Module as unknown as ModuleInternals;
  for (const ending of ['.ts', '.tsx', '.mts', '.cts']) internals._extensions[ending] = compileRequired;
  const resolveFilename = internals._resolveFilename;
  internals._resolveFilename = (request, parent, ...rest) => {
    const file = parent?.filename;
    const meant = file && isTypeScriptFile(file) ? findMeantFile(request, file) : undefined;
    return resolveFilename.call(Module, meant ?? request, parent, ...rest);
  };
  if (internals.registerHooks) internals.registerHooks({ resolve, load });
  else internals.register(pathToFileURL(hooksFile));
}

function compileRequired(module: LoadableModule, file: string): void {
  const { code, format } = compile(file, true);
  module._compile(code, file, format);
}

/** {@link findMeantFile} for `import`, which speaks in urls. */
function findMeantUrl(specifier: string, parentUrl: string | undefined): string | undefined {
  const parent = fileOf(parentUrl);
  if (!specifier.startsWith('file:') && !isPath(specifier)) {
    const alias = findMeantFile(specifier, parent);
    return alias && pathToFileURL(alias).href;
  }
  const [start, suffix] = splitSuffix(specifier);
  const path = URL.canParse(start, parentUrl) ? fileOf(new URL(start, parentUrl).href) : undefined;
  const meant = path && findMeantFile(path, parent);
  return meant && pathToFileURL(meant).href + suffix;
}

const resolveAlias = createAliasResolver();

/**
 * The file that `specifier` means in the file `parent`, if it is another than Node would take. A compiled file beside its
 * source wins unless TypeScript code asks. `parent` is undefined for the program itself.
 */
function findMeantFile(specifier: string, parent: string | undefined): string | undefined {
  const isFromTypeScript = parent !== undefined && isTypeScriptFile(parent);
  if (!isPath(specifier)) return isFromTypeScript ? resolveAlias(specifier, parent) : undefined;
  const path = resolvePath(dirname(parent ?? ''), specifier);
  const meant = !isFromTypeScript && isFile(path) ? path : resolveTypeScriptPath(path);
  return meant === path ? undefined : meant;
}

/** The path in a file url; undefined for other urls, and for none. */
function fileOf(url: string | undefined): string | undefined {
  return url?.startsWith('file:') ? fileURLToPath(splitSuffix(url)[0]) : undefined;
}

/** Query and fragment, which may tell apart two instances of one module, apart from the rest. */
function splitSuffix(specifier: string): [bare: string, suffix: string] {
  const at = specifier.search(/[?#]/);
  return at < 0 ? [specifier, ''] : [specifier.slice(0, at), specifier.slice(at)];
}
