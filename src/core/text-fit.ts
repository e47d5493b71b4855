import { lastAtOrBelow } from './last-at-or-below.ts';
import type { OneBasedLine, ZeroBasedColumn } from './units.ts';

/** Where the runtime says that a function begins. */
export interface FunctionPlace {
  readonly line: OneBasedLine;
  /** -1 where only the line is known. */
  readonly column: ZeroBasedColumn;
  /** The same in UTF-16 units from the start of the text, where the runtime tells it too. */
  readonly character?: number;
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

function hasFunctionAt(text: CandidateText, { line, column, character }: FunctionPlace): boolean {
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
  return column <= code.length && FUNCTION_START.test(code);
}

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
 * so a few lines may differ, and those that import: servers rewrite them.
 */
export function keepsLines(ran: string, file: string): boolean {
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

const IMPORTS = /^\s*(?:import\b|\}\s*from\b)/;

/** Without the comments that loaders put at the end. */
function linesOf(text: string): readonly string[] {
  return text
    .replace(/(\s*\/\/[#@] source(Mapping)?URL=[^\n]*)+\s*$/, '')
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/);
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
