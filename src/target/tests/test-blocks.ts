import { TokenType } from 'sucrase/dist/parser/tokenizer/types.js';
import { lastAtOrBelow } from '../../core/index.ts';
import { type ParsedSource, parseText } from '../typescript-source.ts';

/** A test, or a suite of tests, in the text of a file. */
export interface TestBlock {
  readonly kind: 'suite' | 'test';
  /** Its own name after those of the suites around it. What only the run can tell of a name is null between its pieces. */
  readonly names: readonly TestName[];
  /** First and last line, 1-based. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The pieces of a name that stand in the text; between each two there is something that only the run can tell. */
export type TestName = readonly string[];

const suite = /^(describe|context|suite)$/;
const suiteOrTest = /^(describe|context|suite|it|test|specify)$/;
/** What may stand between `it` and its arguments and takes arguments of its own. */
const taking = /^(each|for|runIf|skipIf)$/;

/** The tests and suites of a file with a literal name, in order; none where it cannot be parsed. */
export function findTestBlocks(path: string, text: string): TestBlock[] {
  const source = parseText(path, text);
  if (!source) return [];
  const lineAt = lineCounter(text);
  const blocks: TestBlock[] = [];
  /** The blocks around the token in turn, with the index of their last tokens. */
  const around: { readonly end: number; readonly block: TestBlock }[] = [];
  for (let i = 0; i < source.tokens.length; i++) {
    while (around.length > 0 && around[around.length - 1].end < i) around.pop();
    const word = source.textOf(i);
    if (!suiteOrTest.test(word) || /^(\.|\?\.|function)$/.test(source.textOf(i - 1))) continue;
    const { open, isEach } = argumentsAfter(source, i);
    const name = open === undefined ? undefined : nameAt(source, open + 1, isEach);
    if (open === undefined || name === undefined) continue;
    const end = closing(source, open);
    const block: TestBlock = {
      kind: suite.test(word) ? 'suite' : 'test',
      names: [...(around.at(-1)?.block.names ?? []), name],
      firstLine: lineAt(source.tokens[i].start),
      lastLine: lineAt(source.tokens[end].start),
    };
    blocks.push(block);
    around.push({ end, block });
  }
  return blocks;
}

/** The innermost test or suite around a line (1-based). */
export function testBlockAt(blocks: readonly TestBlock[], line: number): TestBlock | undefined {
  return blocks.findLast(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
}

/** The line (1-based) of an offset. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => lastAtOrBelow(starts, offset) + 1;
}

/** The parenthesis that opens the arguments of `it(`, `it.only(`, `it.each([…])(`, it.each`…`(`; undefined for no call. */
function argumentsAfter(source: ParsedSource, i: number) {
  const { textOf, tokens } = source;
  let at = i + 1;
  let isEach = false;
  while (textOf(at) === '.') {
    isEach ||= /^(each|for)$/.test(textOf(at + 1));
    const takes = taking.test(textOf(at + 1));
    at += 2;
    if (!takes) continue;
    if (textOf(at) === '(') at = closing(source, at) + 1;
    else if (tokens[at]?.type === TokenType.backQuote) at = templateEnd(source, at) + 1;
  }
  return { open: textOf(at) === '(' ? at : undefined, isEach };
}

/** The parenthesis that closes the one at an index; the last token of all where none does. */
function closing({ tokens }: ParsedSource, open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i].type === TokenType.parenL) depth++;
    else if (tokens[i].type === TokenType.parenR && --depth === 0) return i;
  }
  return tokens.length - 1;
}

function templateEnd({ tokens }: ParsedSource, start: number): number {
  let depth = 0;
  for (let i = start + 1; i < tokens.length; i++) {
    if (tokens[i].type === TokenType.dollarBraceL) depth++;
    else if (tokens[i].type === TokenType.braceR && depth > 0) depth--;
    else if (tokens[i].type === TokenType.backQuote && depth === 0) return i;
  }
  return tokens.length - 1;
}

/** What is taken for unknown in a name: characters that are escaped, and with `each` also the places for values. */
const ESCAPE = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[^])/i;
const PLACES = new RegExp(`${ESCAPE.source}|%[sdifjop#$%]|\\$[\\w#.]+`, 'i');

/** The name that is the argument at an index. With `each`, a name has places for values. */
function nameAt(source: ParsedSource, at: number, isEach: boolean): TestName | undefined {
  const { text, tokens } = source;
  const token = tokens[at];
  if (!token) return undefined;
  const split = (piece: string): string[] => piece.split(isEach ? PLACES : ESCAPE);
  if (token.type === TokenType.string) return split(text.slice(token.start + 1, token.end - 1));
  if (token.type !== TokenType.backQuote) return undefined;
  const whole = text.slice(token.end, tokens[templateEnd(source, at)].start);
  return whole.split(/\$\{[^}]*\}/).flatMap(split);
}
