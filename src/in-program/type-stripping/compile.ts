import { readFileSync } from 'node:fs';
import Module from 'node:module';
import vm from 'node:vm';
import { stripTypes } from '../../typescript/strip-types.ts';
import { readTsconfigFor } from '../../typescript/tsconfig.ts';
import { moduleTypeOf } from '../../typescript/typescript-files.ts';

export interface CompiledFile {
  readonly format: 'module' | 'commonjs';
  readonly code: string;
}

/**
 * JavaScript of a TypeScript file. Its ending or package.json decides the module system; with neither its syntax does, as
 * Node itself has it. What `require` asks for (`isRequired`) becomes CommonJS wherever that is possible.
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

/**
 * Much TypeScript is written as modules but uses CommonJS's names, because it is compiled to CommonJS. What defines them
 * goes in front of the first line, so that no line moves.
 */
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
