import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse, type Token } from 'sucrase/dist/parser/index.js';
import { isFile, isTypeScriptFile, resolveTypeScriptPath } from './typescript-files.ts';
import { readTsconfigFor, type Tsconfig } from './tsconfig.ts';

/** Something that a way to run TypeScript cannot run. */
export interface Beyond {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** As the end of a sentence: `an enum`. */
  readonly what: string;
}

const mostFiles = 300;

/** The first thing in a program that needs more than types blanked out, as Node's own stripping does. */
export function findBeyondErasable(entry: string): Beyond | undefined {
  const config = readTsconfigFor(entry);
  return findFirst(entry, (file) => findSyntax(file) ?? findImport(file, config));
}

/** The first thing in a program that Heatline's own stripping cannot run either. */
export function findBeyondStripping(entry: string): Beyond | undefined {
  return findFirst(entry, (file) => findToken(file, needsCompiler));
}

/**
 * In a program's own TypeScript files, followed through relative imports; undefined: nothing was found. Unreadable files
 * are left to the runtime to complain about.
 */
function findFirst(entry: string, find: (file: TypeScriptFile) => Found | undefined): Beyond | undefined {
  const queue = [entry];
  const seen = new Set(queue);
  for (let i = 0; i < queue.length && i < mostFiles; i++) {
    const file = readTypeScript(queue[i]);
    if (!file) continue;
    const found = find(file);
    if (found) return { file: file.path, line: lineAt(file.source, found.start), what: found.what };
    for (const { specifier } of importsOf(file)) {
      const path = isRelative(specifier) ? resolve(dirname(file.path), specifier) : '';
      if (path && isTypeScriptFile(path) && !seen.has(path)) {
        seen.add(path);
        queue.push(path);
      }
    }
  }
  return undefined;
}

interface TypeScriptFile {
  readonly path: string;
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly textOf: (index: number) => string;
}
interface Found {
  readonly start: number;
  readonly what: string;
}

function readTypeScript(path: string): TypeScriptFile | undefined {
  try {
    const source = readFileSync(path, 'utf8');
    const { tokens } = parse(source, path.endsWith('.tsx'), true, false);
    const textOf = (index: number): string =>
      tokens[index] ? source.slice(tokens[index].start, tokens[index].end) : '';
    return { path, source, tokens, textOf };
  } catch {
    return undefined;
  }
}

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;
const isRelative = (specifier: string): boolean =>
  /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..';

function findSyntax(file: TypeScriptFile): Found | undefined {
  return file.path.endsWith('.tsx') ? { start: 0, what: 'JSX' } : findToken(file, syntaxAt);
}

/** `what`: what begins at this token, if it is looked for. */
type TokenTest = (file: TypeScriptFile, token: number, text: string) => string | undefined;

function findToken(file: TypeScriptFile, test: TokenTest): Found | undefined {
  const { tokens, textOf } = file;
  for (let i = 0; i < tokens.length; i++) {
    const what = test(file, i, textOf(i));
    if (what) return { start: tokens[i].start, what };
  }
  return undefined;
}

function syntaxAt(file: TypeScriptFile, i: number, text: string): string | undefined {
  const { tokens, textOf } = file;
  if (text === 'constructor' && textOf(i + 1) === '(') return findParameterProperty(file, i + 1);
  if (isProperty(file, i)) return undefined;
  if (text === 'enum' && !tokens[i].isType && !isDeclared(file, i) && textOf(i + 2) === '{') return 'an enum';
  if (text === 'import' && textOf(i + 2) === '=') return '`import … = require(…)`';
  if (text === 'export' && textOf(i + 1) === '=') return '`export =`';
  return needsCompiler(file, i, text);
}

function needsCompiler(file: TypeScriptFile, i: number, text: string): string | undefined {
  const { tokens, textOf } = file;
  if (isProperty(file, i)) return undefined;
  if (text === 'namespace' || text === 'module') {
    return tokens[i].isType && !isDeclared(file, i) && hasValues(file, i) ? 'a namespace with values' : undefined;
  }
  return text === '@' && !tokens[i].isType && /^[\w$(]/.test(textOf(i + 1)) ? 'a decorator' : undefined;
}

const isDeclared = ({ textOf }: TypeScriptFile, i: number): boolean =>
  textOf(i - 1) === 'declare' || (textOf(i - 1) === 'const' && textOf(i - 2) === 'declare');

/** A name after a dot or before a colon is a property, not a keyword. */
const isProperty = ({ textOf }: TypeScriptFile, i: number): boolean =>
  textOf(i - 1) === '.' || textOf(i + 1) === ':' || textOf(i + 1) === '(';

function findParameterProperty(file: TypeScriptFile, open: number): string | undefined {
  let depth = 0;
  for (let i = open; i < file.tokens.length; i++) {
    const text = file.textOf(i);
    if (text === '(' || text === '{' || text === '[') depth++;
    if ((text === ')' || text === '}' || text === ']') && --depth === 0) return undefined;
    const begins = depth === 1 && (file.textOf(i - 1) === '(' || file.textOf(i - 1) === ',');
    if (begins && /^(public|private|protected|readonly|override)$/.test(text) && /^[\w$]/.test(file.textOf(i + 1))) {
      return 'a parameter property';
    }
  }
  return undefined;
}

function hasValues(file: TypeScriptFile, keyword: number): boolean {
  let depth = 0;
  for (let i = keyword + 1; i < file.tokens.length; i++) {
    const text = file.textOf(i);
    if (text === '{') depth++;
    if (text === '}' && --depth === 0) return false;
    if (depth === 0 && !/^[\w$.]/.test(text)) return false;
    if (depth === 1 && /^(const|let|var|function|class|enum)$/.test(text) && file.textOf(i - 1) !== 'declare')
      return true;
  }
  return false;
}

interface Import {
  readonly start: number;
  readonly specifier: string;
  /** Names imported without `type`; only of `import { … } from`. */
  readonly names: readonly string[];
}

function importsOf(file: TypeScriptFile): Import[] {
  const { tokens, textOf } = file;
  const imports: Import[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const text = textOf(i);
    const after = textOf(i + 1);
    const isCall = (text === 'require' || text === 'import') && after === '(';
    const isFrom = (text === 'from' && /^['"]/.test(after)) || (text === 'import' && /^['"]/.test(after));
    if (!isCall && !isFrom) continue;
    const literal = textOf(isCall ? i + 2 : i + 1);
    if (!/^['"]/.test(literal)) continue;
    const statement = isFrom && text === 'from' ? namesBefore(file, i) : { names: [], isType: false };
    if (statement.isType) continue;
    imports.push({
      start: tokens[i].start,
      specifier: literal.slice(1, -1),
      names: statement.names,
    });
  }
  return imports;
}

function namesBefore(file: TypeScriptFile, from: number): { names: string[]; isType: boolean } {
  const names: string[] = [];
  let start = from - 1;
  while (start >= 0 && !/^(import|export)$/.test(file.textOf(start))) start--;
  if (start < 0) return { names, isType: false };
  const isType = file.textOf(start + 1) === 'type' && file.textOf(start + 2) !== ',' && start + 2 < from;
  let inside = false;
  for (let i = start; i < from; i++) {
    const previous = file.textOf(i - 1);
    if (file.textOf(i) === '{') inside = true;
    else if (inside && (previous === '{' || previous === ',') && file.textOf(i) !== 'type') names.push(file.textOf(i));
  }
  return { names, isType };
}

function findImport(file: TypeScriptFile, config: Tsconfig | undefined): Found | undefined {
  for (const { start, specifier, names } of importsOf(file)) {
    if (!isRelative(specifier)) {
      const pattern = Object.keys(config?.paths ?? {}).find((alias) => matches(alias, specifier));
      if (pattern) return { start, what: `the tsconfig path ${pattern}` };
      continue;
    }
    const path = resolve(dirname(file.path), specifier);
    if (!isFile(path)) {
      const meant = resolveTypeScriptPath(path);
      if (meant !== path && isTypeScriptFile(meant)) {
        return { start, what: `the import '${specifier}', which on disk is ${meant.slice(dirname(path).length + 1)}` };
      }
    } else if (names.length > 0 && isTypeScriptFile(path)) {
      const type = names.find((name) => typesExportedBy(path).has(name));
      if (type) return { start, what: `an import of the type ${type} without the word \`type\`` };
    }
  }
  return undefined;
}

const matches = (alias: string, specifier: string): boolean =>
  alias === specifier || (alias.endsWith('*') && alias !== '*' && specifier.startsWith(alias.slice(0, -1)));

function typesExportedBy(path: string): Set<string> {
  const types = new Set<string>();
  const file = readTypeScript(path);
  for (let i = 0; file && i < file.tokens.length; i++) {
    if (file.textOf(i) !== 'export') continue;
    const keyword = file.textOf(i + 1) === 'declare' ? i + 2 : i + 1;
    if (/^(interface|type)$/.test(file.textOf(keyword)) && /^[\w$]+$/.test(file.textOf(keyword + 1))) {
      types.add(file.textOf(keyword + 1));
    }
  }
  return types;
}
