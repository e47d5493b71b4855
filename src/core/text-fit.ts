import { lastAtOrBelow } from './last-at-or-below.ts';
import type { OneBasedLine, ZeroBasedColumn } from './units.ts';

/** Where the runtime says that a function begins. */
export interface FunctionPlace {
  readonly line: OneBasedLine;
  /** -1 where only the line is known. */
  readonly column: ZeroBasedColumn;
  /** The same in UTF-16 units from the start of the text, where the runtime tells it too. */
  readonly character?: number;
  /** Its name in the text that ran, where that is known. */
  readonly name?: string | undefined;
}

/** What the runtime tells about the text that ran, short of the text itself. */
export interface TextEvidence {
  /** In UTF-16 units. */
  readonly length?: number | undefined;
  readonly functions: Iterable<FunctionPlace>;
}

/** A text that may be what ran. */
export interface CandidateText {
  /** In UTF-16 units; undefined where that was not counted. */
  readonly length?: number;
  /** Where lines begin, in UTF-16 units; undefined where that was not looked for. */
  readonly starts?: ArrayLike<number>;
  /** A line, with or without its end; undefined behind the last one, and where the text was not kept. */
  line(line: OneBasedLine): string | undefined;
}

/** Is a text what ran? `unknown`: nothing speaks for it or against it. */
export type TextFit = 'fits' | 'differs' | 'unknown';

/**
 * Is a text what ran? It must be as long as the runtime says, and every function must begin where the runtime says. Edits move
 * functions, and so do loaders, which make another text in memory.
 */
export function compareText(text: CandidateText, { length, functions }: TextEvidence): TextFit {
  if (length !== undefined && length !== text.length) return 'differs';
  let isProven = length !== undefined;
  for (const place of functions) {
    // The top level begins there in every text.
    if (place.line < 1 || (place.line === 1 && place.column <= 0)) continue;
    if (!hasFunctionAt(text, place)) return 'differs';
    isProven = true;
  }
  return isProven ? 'fits' : 'unknown';
}

/** Jest runs each module, under its own file name, inside a function: this head and its parameters, the module, this tail. */
const JEST_HEAD = '({"Object.<anonymous>":function';
const JEST_TAIL = '\n}});';

/** Is that where the function begins which jest puts around a module? */
export const isJestWrapper = ({ line, column }: FunctionPlace): boolean => line === 1 && column === JEST_HEAD.length;

/** How many characters jest put before a text, where what ran is as long as that text in jest's wrapper. */
export function lengthOfJestHead(text: CandidateText, { length = 0, functions }: TextEvidence): number | undefined {
  const head = length - JEST_TAIL.length - (text.length ?? Infinity);
  return head > JEST_HEAD.length && [...functions].some(isJestWrapper) ? head : undefined;
}

/** A text in jest's wrapper: lines stay, and all but the first begin that much later. */
export function inJestWrapper<Text extends CandidateText & { readonly starts: Int32Array; readonly length: number }>(
  text: Text,
  head: number,
): Text {
  const first = `${JEST_HEAD}(`.padEnd(head) + (text.line(1) ?? '');
  return {
    ...text,
    starts: text.starts.map((start) => (start === 0 ? 0 : start + head)),
    length: head + text.length + JEST_TAIL.length,
    line: (line: OneBasedLine) => (line === 1 ? first : text.line(line)),
  };
}

function hasFunctionAt(text: CandidateText, { line, column, character, name }: FunctionPlace): boolean {
  const { starts } = text;
  if (character !== undefined && starts) {
    const at = lastAtOrBelow(starts, character);
    return character <= (text.length ?? Infinity) && at + 1 === line && character - starts[at] === column;
  }
  if (starts && line > starts.length) return false;
  const code = text.line(line);
  if (code === undefined) return starts !== undefined;
  if (column < 0) return true;
  FUNCTION_START.lastIndex = column;
  if (column > code.length || !FUNCTION_START.test(code)) return false;
  const [, declared = name] = DECLARED.exec(code.slice(Math.max(0, column - NAME_REACH), column)) ?? [];
  return name === undefined || declared === name;
}

/** The text before the parameters of a named function. V8 gives such a function no other name. */
const DECLARED = /\bfunction\b\s*\*?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*$/u;
/** Lines may be megabytes long. */
const NAME_REACH = 200;

/**
 * Where V8 has functions begin: at their parameters, at `async` of an arrow function, at `class` for a constructor that is not
 * written, and for the initialisers of a class's fields at the first field.
 */
const FUNCTION_START = new RegExp(
  [
    String.raw`\(|(?:async\s+)?[\p{ID_Continue}$]+\s*=>|async\b|class\b|[{[]`,
    // A field, behind modifiers that TypeScript takes out.
    String.raw`(?<=(?:^|[{;}])\s*(?:(?:static|accessor|readonly|private|protected|public|override|declare)\s+)*)` +
      String.raw`(?:static\b|(?:#?[\p{ID_Continue}$]+|'[^']*'|"[^"]*")\s*[!?]?\s*(?:[=:;}]|$))`,
  ].join('|'),
  'uy',
);

/** Of the lines with code, this share may differ, and always one. */
const MOST_CHANGED = 0.1;

/**
 * Does a text that ran have the lines of its file? Type stripping takes parts out of lines and moves none. So there must be as
 * many lines, and what is left of each must stand in the file's line in the same order. Enums and parameter properties grow,
 * so a few lines may differ, and those that import: servers rewrite them. What wraps the whole file, begun on its first line, moves none.
 */
export function keepsLines(ran: string, file: string): boolean {
  if (isWrapped(file, ran)) return true;
  const [after, before] = [linesOf(ran), linesOf(file)];
  if (after.length !== before.length) return false;
  let code = 0;
  let kept = 0;
  after.forEach((line, row) => {
    if (line.trim() === '' || IMPORTS.test(before[row])) return;
    code++;
    if (isLeftOf(line, before[row])) kept++;
  });
  return kept > 0 && code - kept <= Math.max(1, code * MOST_CHANGED);
}

function isWrapped(file: string, ran: string): boolean {
  const at = file.trim() === '' ? -1 : ran.indexOf(file);
  if (at < 0) return false;
  const [head, tail] = [ran.slice(0, at), ran.slice(at + file.length).trimStart()];
  return !LINE_END.test(head) && /^$|[{(;]$/.test(head.trimEnd()) && /^(?:[})]|$)/.test(tail);
}

const LINE_END = /\r\n|[\n\r\u2028\u2029]/;
const IMPORTS = /^\s*(?:import\b|\}\s*from\b)/;

/** Without the comments that loaders put at the end. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/(\s*\/\/[#@] source(Mapping)?URL=[^\n]*)+\s*$/, '')
    .trimEnd()
    .split(LINE_END);
}

/** Whether all characters of a line but its blanks stand in the other one in this order. */
function isLeftOf(line: string, whole: string): boolean {
  let at = 0;
  for (const character of line) {
    if (/\s/.test(character)) continue;
    at = whole.indexOf(character, at);
    if (at < 0) return false;
    at += character.length;
  }
  return true;
}
