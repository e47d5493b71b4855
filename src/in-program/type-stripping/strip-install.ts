import Module from 'node:module';
import { pathToFileURL } from 'node:url';
import { compile, load, resolve, substituteRequest } from './strip-hooks.ts';
import { isTypeScriptFile } from '../../typescript/typescript-files.ts';

interface LoadableModule extends NodeJS.Module {
  _compile(code: string, file: string, format?: string): void;
}
interface ModuleInternals {
  readonly _extensions: Record<string, (module: LoadableModule, file: string) => void>;
  _resolveFilename: (request: string, parent: NodeJS.Module | undefined, ...rest: unknown[]) => string;
  register(url: URL): void;
  registerHooks?(hooks: object): void;
}

/**
 * Makes this Node run TypeScript, for `require` and `import`. `hooksFile`: the bundle with the hooks, for Nodes that
 * run them on a thread of their own.
 */
export function install(hooksFile: string): void {
  const internals = Module as unknown as ModuleInternals;
  for (const ending of ['.ts', '.tsx', '.mts', '.cts']) internals._extensions[ending] = compileRequired;
  const resolveFilename = internals._resolveFilename;
  internals._resolveFilename = (request, parent, ...rest) => {
    const file = parent?.filename;
    const substitute = file && isTypeScriptFile(file) ? substituteRequest(request, file) : undefined;
    return resolveFilename.call(Module, substitute ?? request, parent, ...rest);
  };
  if (internals.registerHooks) internals.registerHooks({ resolve, load });
  else internals.register(pathToFileURL(hooksFile));
}

function compileRequired(module: LoadableModule, file: string): void {
  const { code, format } = compile(file, true);
  module._compile(code, file, format);
}
