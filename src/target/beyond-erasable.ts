import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';
import { attempt } from '../core/attempt.ts';
import { importsOf, parseSource, typesExportedBy, type ParsedSource } from './typescript-source.ts';
import { createAliasResolver } from '../typescript/tsconfig.ts';
import { isFile, isPath, isTypeScriptFile, resolveTypeScriptPath } from '../typescript/typescript-files.ts';

// What Node's own stripper (amaro) would refuse is looked for here, and not by asking it: Node offers it to programs only
// from 22.13 on, and Heatline itself may run on Node 20; to ask the runtime costs another start of Node, and the files that
// import each other have to be parsed here all the same. For amaro knows only enums, namespaces, parameter properties and
// `import =`. It says nothing about decorators, imports without endings, tsconfig paths and types imported without `type`,
// all of which fail only when the program runs.

/** Something that a way to run TypeScript cannot run. */
export interface Beyond {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** As the end of a sentence: `an enum`. */
  readonly what: string;
}

const MOST_FILES = 300;

/** The first thing in a program that needs more than types blanked out, as Node's own stripping does. */
export function findBeyondErasable(entry: string): Beyond | undefined {
  const resolveAlias = createAliasResolver();
  return findFirst(entry, (source) =>
    source.path.endsWith('.tsx')
      ? { start: 0, what: 'JSX' }
      : (findToken(source, (i) => needsTransform(source, i) ?? needsCompiler(source, i)) ??
        findImport(source, resolveAlias)),
  );
}

/** The first thing in a program that Heatline's own stripping cannot run either. */
export function findBeyondStripping(entry: string): Beyond | undefined {
  return findFirst(entry, (source) => findToken(source, (i) => needsCompiler(source, i)));
}

interface Found {
  /** Offset in the text. */
  readonly start: number;
  readonly what: string;
}

/** Looks through a program's own TypeScript files, as far as relative imports lead. */
function findFirst(entry: string, find: (source: ParsedSource) => Found | undefined): Beyond | undefined {
  const files = [entry];
  const seen = new Set(files);
  for (let i = 0; i < files.length && i < MOST_FILES; i++) {
    const source = parseSource(files[i]);
    const text = source?.text ?? readText(files[i]);
    const found = source ? find(source) : findDecorator(text);
    if (found) return { file: files[i], line: text.slice(0, found.start).split('\n').length, what: found.what };
    if (!source) continue;
    for (const { specifier } of importsOf(source)) {
      const path = isPath(specifier) ? resolve(dirname(files[i]), specifier) : '';
      if (!isTypeScriptFile(path) || seen.has(path)) continue;
      seen.add(path);
      files.push(path);
    }
  }
  return undefined;
}

const readText = (file: string): string => attempt(() => readFileSync(file, 'utf8')) ?? '';

/** In a text that the parser cannot read: it knows no decorators of parameters. */
function findDecorator(text: string): Found | undefined {
  const found = /(?:^|[(,])\s*@[\w$]/m.exec(text);
  return found ? { start: found.index + found[0].length, what: 'a decorator' } : undefined;
}

/** The first token at which `what` names something. */
function findToken({ tokens }: ParsedSource, what: (token: number) => string | undefined): Found | undefined {
  for (const [i, { start }] of tokens.entries()) {
    const found = what(i);
    if (found) return { start, what: found };
  }
  return undefined;
}

const parameterModifiers = new Set([
  TokenType._public,
  TokenType._private,
  TokenType._protected,
  TokenType._readonly,
  TokenType._override,
]);

/** The parser has marked modifiers and `enum` as such, and all that goes with types. */
function needsTransform({ tokens, textOf }: ParsedSource, i: number): string | undefined {
  const { type, isType } = tokens[i];
  if (isType) return undefined;
  if (type === TokenType._enum) return 'an enum';
  if (type === TokenType._import && textOf(i + 2) === '=') return '`import … = require(…)`';
  if (type === TokenType._export && textOf(i + 1) === '=') return '`export =`';
  return parameterModifiers.has(type) && /^[(,]$/.test(textOf(i - 1)) ? 'a parameter property' : undefined;
}

function needsCompiler(source: ParsedSource, i: number): string | undefined {
  const { tokens, textOf } = source;
  const { type, isType } = tokens[i];
  if (!isType) return type === TokenType.at ? 'a decorator' : undefined;
  const isNamespace = /^(namespace|module)$/.test(textOf(i)) && tokens[i + 1]?.type === TokenType.name;
  return isNamespace && textOf(i - 1) !== 'declare' && hasValues(source, i) ? 'a namespace with values' : undefined;
}

/** Whether a namespace declares more than types. Those inside it are asked for themselves. */
function hasValues({ tokens, textOf }: ParsedSource, keyword: number): boolean {
  let depth = 0;
  for (let i = keyword + 1; i < tokens.length; i++) {
    const text = textOf(i);
    if (text === '{' || text === '${') depth++;
    if (text === '}' && --depth === 0) return false;
    if (depth === 0 && !/^[\w$.]/.test(text)) return false;
    if (depth === 1 && /^(const|let|var|function|class|enum)$/.test(text) && textOf(i - 1) !== 'declare') return true;
  }
  return false;
}

function findImport(source: ParsedSource, resolveAlias: ReturnType<typeof createAliasResolver>): Found | undefined {
  const folder = dirname(source.path);
  for (const { start, specifier, names } of importsOf(source)) {
    if (!isPath(specifier)) {
      const alias = resolveAlias(specifier, source.path);
      if (alias) return { start, what: `the import '${specifier}' (by tsconfig.json ${relative(folder, alias)})` };
      continue;
    }
    const path = resolve(folder, specifier);
    const meant = isFile(path) ? path : resolveTypeScriptPath(path);
    if (!isTypeScriptFile(meant)) continue;
    if (meant !== path) return { start, what: `the import '${specifier}' (on disk ${relative(folder, meant)})` };
    const types = names.length > 0 ? typesExportedBy(path) : undefined;
    const type = names.find((name) => types?.has(name));
    if (type) return { start, what: `an import of the type ${type} without the word \`type\`` };
  }
  return undefined;
}
