import type { LineTable } from '../../core/index.ts';
import { alignLines } from '../../compare/index.ts';
import type { ProfiledText } from './profiled-text.ts';

/** The text that was profiled, line by line. */
export type ProfiledLines = Pick<ProfiledText, 'state'> & { readonly lines: readonly string[] };

/** A line of a recording as it stands in a document. */
export interface LineMark {
  /** Row of the analysis's line table. */
  readonly row: number;
  /** Where the line stands now, 0-based. */
  readonly line: number;
  /** The text of the line when it was profiled. */
  readonly text: string;
}

/** The lines of a recording as they stand in one document. */
export interface DocumentHeat {
  readonly state: ProfiledText['state'];
  readonly marks: readonly LineMark[];
  /** Where any line of the profiled text stands now; both 0-based. A line that is gone stays where it was. */
  readonly lineNow: (profiled: number) => number;
}

/**
 * Finds the profiled lines (`rows` of the line table) in a document. The two texts are compared line by line, so that heat
 * stands right also in a file that was edited since. `asProfiled`: the document is known to be that text.
 */
export function buildDocumentHeat(
  { line: lineOf }: Pick<LineTable, 'line'>,
  rows: readonly number[],
  profiled: ProfiledLines | 'asProfiled',
  document: OpenText,
): DocumentHeat {
  if (profiled === 'asProfiled') return asProfiled(lineOf, rows, document);
  const { state, lines } = profiled;
  const place = placeLines(lines, document);
  const marks = rows.flatMap((row): LineMark | [] => {
    const line = lineOf[row] - 1;
    return place[line] >= 0 ? { row, line: place[line], text: lines[line] } : [];
  });
  return { state, marks, lineNow: (line) => (place[line] >= 0 ? place[line] : line) };
}

/** Whether the line that stands there now is another one than was profiled. Changed white space around it is not. */
export const isStale = (mark: LineMark, currentText: string): boolean =>
  mark.text !== currentText && mark.text.trim() !== currentText.trim();

/** What an editor holds; its lines are at hand. */
export interface OpenText {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** Each line where the recording says, with the text that stands there. */
function asProfiled(lineOf: LineTable['line'], rows: readonly number[], document: OpenText): DocumentHeat {
  const marks: LineMark[] = [];
  for (const row of rows) {
    const at = lineOf[row] - 1;
    if (at >= 0 && at < document.lineCount) marks.push({ row, line: at, text: document.lineAt(at).text });
  }
  return { state: 'known', marks, lineNow: (line) => line };
}

/**
 * Where each line stands now, or -1. Like `alignLines`, but a changed line is put where it would stand, if there is room behind the
 * line before it. Only what lies between the first and the last line that differ is aligned: an edit of a big file is found at once.
 */
function placeLines(before: readonly string[], document: OpenText): Int32Array {
  const now = (line: number): string => document.lineAt(line).text;
  const added = document.lineCount - before.length;
  const shorter = Math.min(before.length, document.lineCount);
  let [head, tail] = [0, 0];
  while (head < shorter && before[head] === now(head)) head++;
  while (tail < shorter - head && before[before.length - 1 - tail] === now(document.lineCount - 1 - tail)) tail++;
  const after = Array.from({ length: document.lineCount - tail - head }, (_, at) => now(head + at));
  const middle = alignLines(before.slice(head, before.length - tail), after);
  const taken = new Set(middle);
  const place = Int32Array.from(before, (_, line) => (line < head ? line : line + added));
  let guess = 0;
  middle.forEach((found, at) => {
    const isFree = guess < after.length && !taken.has(guess);
    const to = found >= 0 || !isFree ? found : guess;
    place[head + at] = to < 0 ? -1 : head + to;
    if (to >= 0) guess = to + 1;
  });
  return place;
}
