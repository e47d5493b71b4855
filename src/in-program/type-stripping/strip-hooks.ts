import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { stripTypes } from '../../typescript/strip-types.ts';
import { readTsconfigFor } from '../../typescript/tsconfig.ts';
import { isFile, isTypeScriptFile, moduleTypeOf, resolveTypeScriptPath } from '../../typescript/typescript-files.ts';

// The hooks of Heatline's own TypeScript loader. They run inside the profiled program: on Node's hooks thread with
// `module.register`, on the program's thread with `module.registerHooks`.

interface ResolveContext {
  readonly parentURL?: string;
  readonly conditions?: readonly string[];
}
interface LoadContext {
  readonly format?: string | null;
  readonly importAttributes?: Readonly<Record<string, string>>;
}

/** Node's resolve hook: also finds TypeScript files by the names that TypeScript lets one write. */
export function resolve<R>(
  specifier: string,
  context: ResolveContext,
  next: (specifier: string, context: ResolveContext) => R,
): R {
  // `require` comes here only through `registerHooks`, and has its own way in the loader.
  if (context.conditions?.includes('require')) return next(specifier, context);
  return next(substitute(specifier, context.parentURL) ?? specifier, context);
}

/** Node's load hook: strips the types of TypeScript files; CommonJS ones are left to `require`. */
export function load<R>(url: string, context: LoadContext, next: (url: string, context: LoadContext) => R): unknown {
  const file = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : '';
  // TypeScript lets JSON be imported without attributes.
  if (
    file.endsWith('.json') &&
    context.importAttributes &&
    !context.importAttributes.type &&
    !file.includes('node_modules')
  ) {
    return { format: 'module', source: `export default ${readFileSync(file, 'utf8')}`, shortCircuit: true };
  }
  if (!isTypeScriptFile(file)) return next(url, context);
  const compiled = compile(file, false);
  return compiled.format === 'commonjs'
    ? { format: 'commonjs', source: null, shortCircuit: true }
    : { format: 'module', source: compiled.code, shortCircuit: true };
}

export interface CompiledFile {
  readonly format: 'module' | 'commonjs';
  readonly code: string;
}

/**
 * JavaScript of a TypeScript file. Its ending or package.json decides the module system; with neither its syntax does,
 * as Node itself has it. What `require` asks for (`isRequired`) becomes CommonJS wherever that is possible.
 */
export function compile(file: string, isRequired: boolean): CompiledFile {
  const source = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const options = { file, jsx: file.endsWith('.tsx') ? readTsconfigFor(file)?.jsx : undefined };
  const type = moduleTypeOf(file);
  const code = stripTypes(source, { ...options, toCommonJs: false });
  if (type === 'module') return { format: 'module', code };
  if (!isModuleSyntax(code)) return { format: 'commonjs', code };
  if (type === 'commonjs' || isRequired) {
    const converted = stripTypes(source, { ...options, toCommonJs: true });
    if (type === 'commonjs' || !isModuleSyntax(converted)) return { format: 'commonjs', code: converted };
  }
  return { format: 'module', code: withCommonJsNames(code) };
}

const moduleOnly =
  /import statement outside|Unexpected token 'export'|await is only valid|import\.meta|import declaration/;

function isModuleSyntax(code: string): boolean {
  try {
    new vm.Script(Module.wrap(code.replace(/^#!.*/, '')));
    return false;
  } catch (error) {
    return error instanceof SyntaxError && moduleOnly.test(error.message);
  }
}

/** Much TypeScript is written for modules but uses these names as if compiled to CommonJS; put before line 1. */
const commonJsNames: Readonly<Record<string, string>> = {
  __filename: 'const __filename = import.meta.filename;',
  __dirname: 'const __dirname = import.meta.dirname;',
  require:
    'const require = process.getBuiltinModule?.("module").createRequire(import.meta.url) ?? (await import("node:module")).createRequire(import.meta.url);',
  module:
    'const module = { exports: {}, filename: import.meta.filename, id: "." }; if (process.argv[1] === import.meta.filename) require.main = module;',
};

function withCommonJsNames(code: string): string {
  const uses = (name: string): boolean =>
    new RegExp(`(?<![.\\w$'"])${name}(?![\\w$:'"])`).test(code) &&
    !new RegExp(`\\b(?:const|let|var|function|class|import)\\s+${name}\\b|[{,]\\s*${name}\\s*[,}]`).test(code);
  const used = Object.keys(commonJsNames).filter(uses);
  if (used.includes('module') && !used.includes('require')) used.splice(used.indexOf('module'), 0, 'require');
  return used.map((name) => commonJsNames[name]).join('') + code;
}

function substitute(specifier: string, parentUrl: string | undefined): string | undefined {
  const isUrl = specifier.startsWith('file:');
  if (!isUrl && !/^\.{0,2}\//.test(specifier) && specifier !== '.' && specifier !== '..')
    return aliasOf(specifier, parentUrl);
  const suffix = /[?#].*$/.exec(specifier)?.[0] ?? '';
  const bare = specifier.slice(0, specifier.length - suffix.length);
  const path = isUrl ? fileURLToPath(bare) : pathFrom(bare, parentUrl);
  if (path === undefined) return undefined;
  const found = substitutePath(path, parentUrl);
  return found === path ? undefined : pathToFileURL(found).href + suffix;
}

function pathFrom(specifier: string, parentUrl: string | undefined): string | undefined {
  if (!parentUrl?.startsWith('file:')) return undefined;
  return fileURLToPath(new URL(specifier, parentUrl));
}

/** A compiled file beside its source wins unless TypeScript code asks. */
function substitutePath(path: string, parentUrl: string | undefined): string {
  const fromTypeScript = parentUrl !== undefined && /\.[mc]?tsx?($|[?#])/.test(parentUrl);
  return !fromTypeScript && isFile(path) ? path : resolveTypeScriptPath(path);
}

function aliasOf(specifier: string, parentUrl: string | undefined): string | undefined {
  if (!parentUrl?.startsWith('file:') || /^(node|data|https?):/.test(specifier)) return undefined;
  const parent = fileURLToPath(parentUrl.replace(/[?#].*$/, ''));
  const path = isTypeScriptFile(parent) ? resolveAlias(specifier, parent) : undefined;
  return path && pathToFileURL(path).href;
}

/** The file that a tsconfig's `paths` or `baseUrl` gives for a bare specifier; undefined: an ordinary package. */
export function resolveAlias(specifier: string, parent: string): string | undefined {
  const config = parent.includes('/node_modules/') ? undefined : readTsconfigFor(parent);
  if (!config) return undefined;
  for (const [pattern, targets] of Object.entries(config.paths ?? {})) {
    const star = matchPattern(pattern, specifier);
    if (star === undefined) continue;
    for (const target of targets) {
      const found = resolveTypeScriptPath(resolvePath(config.pathsBase, target.replace('*', star)));
      if (isFile(found)) return found;
    }
  }
  const found = config.baseUrl && resolveTypeScriptPath(resolvePath(config.baseUrl, specifier));
  return found && isFile(found) ? found : undefined;
}

function matchPattern(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === specifier ? '' : undefined;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  if (specifier.length < pattern.length - 1 || !specifier.startsWith(start) || !specifier.endsWith(end))
    return undefined;
  return specifier.slice(star, specifier.length - end.length);
}

/** For `require`: the path that a relative request from a TypeScript file means, if another than it says. */
export function substituteRequest(request: string, parentFile: string): string | undefined {
  if (!/^\.{0,2}\//.test(request) && request !== '.' && request !== '..') return resolveAlias(request, parentFile);
  const path = resolvePath(dirname(parentFile), request);
  const found = substitutePath(path, pathToFileURL(parentFile).href);
  return found === path ? undefined : found;
}
