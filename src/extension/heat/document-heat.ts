import type { LineTable } from '../../core/index.ts';
import { alignLines, splitLines } from '../../compare/index.ts';
import type { ProfiledText } from './profiled-text.ts';

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
  lines: LineTable,
  rows: readonly number[],
  profiled: ProfiledText | 'asProfiled',
  document: OpenText,
): DocumentHeat {
  if (profiled === 'asProfiled') return inPlace('known', lines, rows, document);
  const text = document.getText();
  if (profiled.text === text) return inPlace(profiled.state, lines, rows, document);
  const before = splitLines(profiled.text);
  const place = placeLines(before, splitLines(text));
  const marks = rows.flatMap((row): LineMark | [] => {
    const line = lines.line[row] - 1;
    return place[line] >= 0 ? { row, line: place[line], text: before[line] } : [];
  });
  return { state: profiled.state, marks, lineNow: (line) => (place[line] >= 0 ? place[line] : line) };
}

/** Whether the line that stands there now is another one than was profiled. Changed white space around it is not. */
export const isStale = (mark: LineMark, currentText: string): boolean =>
  mark.text !== currentText && mark.text.trim() !== currentText.trim();

/** What an editor holds. Its lines are at hand; the whole text has to be put together from them. */
export interface OpenText {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
  getText(): string;
}

/** Each line where the recording says, with the text that stands there. */
function inPlace(
  state: DocumentHeat['state'],
  { line }: LineTable,
  rows: readonly number[],
  document: OpenText,
): DocumentHeat {
  const marks: LineMark[] = [];
  for (const row of rows) {
    const at = line[row] - 1;
    if (at >= 0 && at < document.lineCount) marks.push({ row, line: at, text: document.lineAt(at).text });
  }
  return { state, marks, lineNow: (profiled) => profiled };
}

/** Like `alignLines`, but a changed line is put where it would stand, if there is room behind the line before it. */
function placeLines(before: readonly string[], after: readonly string[]): Int32Array {
  const place = alignLines(before, after);
  const taken = new Set(place);
  for (let line = 0, guess = 0; line < place.length; line++) {
    if (place[line] < 0 && guess < after.length && !taken.has(guess)) {
      place[line] = guess;
      taken.add(guess);
    }
    if (place[line] >= 0) guess = place[line] + 1;
  }
  return place;
}
