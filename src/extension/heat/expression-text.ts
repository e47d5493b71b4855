import { type Analysis, lastAtOrBelow, Precision, type Share } from '../../core/index.ts';

/** A stretch of a line's text: columns from `start` up to `end`, which is behind it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch of a line and its part of the line's self time. */
export interface HotExpression extends Stretch {
  readonly part: Share;
}

const wordMark = /[\w$#\u0080-\uffff]/;
const operators = /^(?:>>>|\*\*|&&|\|\||\?\?|[=!]==?|[<>]=|<<|>>|[-+*/%&|^<>])=?|^=(?![=>])/;
const statements = /^(?:return|throw|yield|for|while|if|switch|const|let|var|do|else)\b/;
const prefixes = /^(?:new|await|typeof|void|delete|async)\s+/;

/**
 * The expressions of a line that its time was spent in, the hottest first; `text` is the line as it was profiled. Empty
 * where the sampler knows no columns, or the line's time is only the function's.
 */
export function hotExpressions({ lines }: Pick<Analysis, 'lines'>, row: number, text: string): HotExpression[] {
  const { spots, selfTime, precision } = lines;
  if (precision[row] === Precision.function || !(selfTime[row] > 0)) return [];
  const found = new Map<number, HotExpression>();
  for (let spot = lastAtOrBelow(spots.lineRow, row - 1) + 1; spots.lineRow[spot] === row; spot++) {
    const stretch = expressionAt(text, spots.column[spot]);
    if (!stretch) continue;
    const key = stretch.start * text.length + stretch.end;
    const part = spots.selfTime[spot] / selfTime[row] + (found.get(key)?.part ?? 0);
    found.set(key, { ...stretch, part });
  }
  return [...found.values()].sort((a, b) => b.part - a.part);
}

/**
 * The expression that stands at a column of a line, by a plain scan of its text: a call with its receiver and arguments,
 * the two sides of an operator, an arrow function, a loop's head. Undefined where nothing can be made out, such as
 * between words; the column then belongs to another text, or to something that spans lines.
 */
export function expressionAt(text: string, column: number): Stretch | undefined {
  if (!Number.isInteger(column) || column < 0 || column >= text.length || /\s/.test(text[column])) return undefined;
  const rest = text.slice(column, column + longestScan);
  if (statements.test(rest)) return { start: column, end: endOfStatement(text, column) };
  if (operators.test(rest)) return aroundOperator(text, column, operators.exec(rest)?.[0].length ?? 1);
  const start = startOfReceiver(text, column);
  const end = endOfTerm(text, column);
  return end > column ? { start, end } : undefined;
}

/** Minified lines are long; nobody reads an expression of more than this. */
const longestScan = 400;

/** Expressions longer than this are cut when they are named. */
const longestName = 48;

/** The text of a stretch, on one line and not too long. */
export function nameOfExpression(text: string, { start, end }: Stretch): string {
  const whole = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return whole.length <= longestName ? whole : `${whole.slice(0, longestName - 1)}…`;
}

/** `Math.` before `sqrt(x)`; of a chain of calls only the last one is meant. */
function startOfReceiver(text: string, column: number): number {
  const before = /(?:[A-Za-z_$][\w$]*\??\.)+$/.exec(text.slice(Math.max(0, column - longestScan), column));
  if (!before) return column;
  const start = column - before[0].length;
  return /[)\].\w$]/.test(text[start - 1] ?? ' ') ? column : start;
}

/** A word, string, number or bracket, with what is called and read of it up to the first call. */
function endOfTerm(text: string, from: number): number {
  const prefix = prefixes.exec(text.slice(from, from + longestScan))?.[0].length ?? 0;
  let at = endOfPrimary(text, from + prefix);
  for (;;) {
    const member = /^\??\.[A-Za-z_$#][\w$]*/.exec(text.slice(at, at + longestScan))?.[0].length ?? 0;
    if (member > 0) at += member;
    else if (text[at] === '[' && at > from) at = endOfPrimary(text, at);
    else break;
  }
  if (text[at] === '(') at = endOfPrimary(text, at);
  const arrow = /^\s*=>\s*/.exec(text.slice(at, at + longestScan));
  // Up to the comma, semicolon or bracket that ends what stands here.
  if (arrow) return scanTo(',;)]}', text, at + arrow[0].length);
  const of = /^\s+(?:of|in)\s+/.exec(text.slice(at, at + longestScan));
  return of ? endOfTerm(text, at + of[0].length) : at;
}

const endOfStatement = (text: string, from: number): number =>
  from + text.slice(from, scanTo(';{', text, from)).trimEnd().length;

/** Where one of these marks stands next, outside of strings and of brackets that are opened on the way; else where the scan ends. */
function scanTo(marks: string, text: string, from: number, limit = Math.min(text.length, from + longestScan)): number {
  let at = from;
  while (at < limit && !marks.includes(text[at])) at = Math.max(at + 1, endOfPrimary(text, at, limit));
  return Math.min(at, text.length);
}

/** Behind a word, string or number, or behind the bracket that closes the one at `from`; without that one, where the scan ends. */
function endOfPrimary(text: string, from: number, limit = Math.min(text.length, from + longestScan)): number {
  const mark = text[from];
  if (mark === undefined) return from;
  if ('([{'.includes(mark)) return Math.min(scanTo(')]}', text, from + 1, limit) + 1, limit);
  if ('"\'`'.includes(mark)) return endOfString(text, from);
  let at = from;
  while (at < text.length && (wordMark.test(text[at]) || (text[at] === '.' && /\d/.test(text[at + 1] ?? '')))) at++;
  return at;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[from]) return at + 1;
  }
  return text.length;
}

function aroundOperator(text: string, column: number, length: number): Stretch {
  const offset = Math.max(0, column - longestScan);
  const left = text.slice(offset, column).trimEnd();
  const right = column + length + (/^\s*/.exec(text.slice(column + length))?.[0].length ?? 0);
  const startsTerm = startOfTerm(left);
  const start = startsTerm < left.length ? offset + startsTerm : column;
  return { start, end: Math.max(endOfTerm(text, right), column + length) };
}

/** Where the term begins that ends with this text. */
function startOfTerm(text: string): number {
  let at = text.length;
  while (at > 0) {
    if (')]'.includes(text[at - 1])) at = startOfBrackets(text, at - 1);
    else if (wordMark.test(text[at - 1]) || text[at - 1] === '.') at--;
    else break;
  }
  return at;
}

function startOfBrackets(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at >= 0; at--) {
    if (')]}'.includes(text[at])) depth++;
    else if ('([{'.includes(text[at]) && --depth === 0) return at;
  }
  return from;
}
