import { readFileSync } from 'node:fs';
import { parse } from 'sucrase/dist/parser/index.js';
import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';
import { attempt } from '../core/attempt.ts';
import { isTypeScriptFile } from '../typescript/typescript-files.ts';

/** A file as Sucrase's parser sees it: tokens, told apart by what they are for. */
export interface ParsedSource {
  readonly path: string;
  readonly text: string;
  readonly tokens: ReturnType<typeof parse>['tokens'];
  /** The text of a token; empty beyond the first and the last. */
  readonly textOf: (index: number) => string;
}

/** Parses a file; undefined where it cannot be read or parsed, about which the runtime will complain. */
export const parseSource = (path: string): ParsedSource | undefined =>
  attempt(() => parseText(path, readFileSync(path, 'utf8')));

/** The same for the text of a file of TypeScript or JavaScript. */
export function parseText(path: string, text: string): ParsedSource | undefined {
  const isTypeScript = isTypeScriptFile(path);
  return attempt(() => {
    const { tokens } = parse(text, !isTypeScript || path.endsWith('.tsx'), isTypeScript, false);
    return { path, text, tokens, textOf: (i) => (tokens[i] ? text.slice(tokens[i].start, tokens[i].end) : '') };
  });
}

/** What a file loads when it runs. */
export interface Import {
  /** Offset in the text. */
  readonly start: number;
  readonly specifier: string;
  /** Names imported or passed on without `type`; only of `import { … } from` and `export { … } from`. */
  readonly names: readonly string[];
}

/** `import`, `export … from`, `import()` and `require()` of literal specifiers, without those of types alone. */
export function importsOf(source: ParsedSource): Import[] {
  const { tokens, textOf } = source;
  const imports: Import[] = [];
  for (const [i, { start, type }] of tokens.entries()) {
    const isImport = type === TokenType._import;
    const isFrom = textOf(i) === 'from';
    if (!isImport && !isFrom && textOf(i) !== 'require') continue;
    const isCall = !isFrom && textOf(i + 1) === '(';
    const literal = isCall ? i + 2 : i + 1;
    if (tokens[literal]?.type !== TokenType.string || !(isCall || isFrom || isImport)) continue;
    const clause = isFrom ? clauseBefore(source, i) : '';
    if (/^\w+ type [^,]/.test(clause)) continue;
    const names = /\{ (.*) \}/.exec(clause)?.[1].split(' , ') ?? [];
    imports.push({
      start,
      specifier: textOf(literal).slice(1, -1),
      names: names.filter((name) => !name.startsWith('type ')).map((name) => name.split(' ')[0]),
    });
  }
  return imports;
}

/** The tokens from `import` or `export` up to the one at `end`, with a space between each two. */
function clauseBefore({ tokens, textOf }: ParsedSource, end: number): string {
  let clause = '';
  for (let i = end - 1; i >= 0; i--) {
    clause = `${textOf(i)} ${clause}`;
    if (tokens[i].type === TokenType._import || tokens[i].type === TokenType._export) break;
  }
  return clause.trimEnd();
}

/** Names that a file exports as types and not also as values; none where it cannot be parsed. */
export function typesExportedBy(path: string): Set<string> {
  const { tokens = [], textOf = () => '' } = parseSource(path) ?? {};
  const types = new Set<string>();
  const values = new Set<string>();
  for (const [i, { type }] of tokens.entries()) {
    if (type !== TokenType._export) continue;
    const keyword = textOf(i + 1) === 'declare' ? i + 2 : i + 1;
    const isType = /^(interface|type)$/.test(textOf(keyword)) && tokens[keyword + 1]?.type === TokenType.name;
    (isType ? types : values).add(textOf(keyword + 1));
  }
  for (const value of values) types.delete(value);
  return types;
}
