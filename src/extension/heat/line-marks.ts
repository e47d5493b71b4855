import type { LineTable } from '../../core/index.ts';

/**
 * Where the lines of a recording stand in a text that is being edited. Pure: edits make new marks from old ones.
 */
export interface LineMark {
  /** Row of the analysis's line table. */
  readonly row: number;
  /** Where the line stands now, 0-based. */
  readonly line: number;
  /** The text of the line when it was profiled. */
  readonly text: string;
}

/** A change of text as VS Code reports it: 0-based lines, and columns in UTF-16 units. */
export interface TextEdit {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

/**
 * Where a profiled line, which need not be a mark's, stands now: it is assumed to have moved by as many lines
 * as the nearest mark below it (of the same function, if the line is a definition), or as the last mark if there is none
 * below. Lines 0-based.
 */
export function lineNow(marks: readonly LineMark[], { line }: Pick<LineTable, 'line'>, profiled: number): number {
  const shift = (mark: LineMark): number => mark.line - (line[mark.row] - 1);
  const distance = ({ row }: LineMark): number => Math.abs(line[row] - 1 - profiled);
  const below = marks.filter(({ row }) => line[row] - 1 >= profiled);
  const [first, ...others] = below.length > 0 ? below : marks;
  if (first === undefined) return profiled;
  return profiled + shift(others.reduce((best, mark) => (distance(mark) < distance(best) ? mark : best), first));
}

/** Whether the line that stands there now is another one than was profiled. Changed white space around it is not. */
export function isStale(mark: LineMark, currentText: string): boolean {
  return mark.text !== currentText && mark.text.trim() !== currentText.trim();
}

/**
 * The marks after some edits. Edits of one event are all in coordinates of the text before it and do not overlap, so
 * they are applied from the last to the first. The mark of a line that was deleted is gone.
 */
export function moveMarks(marks: readonly LineMark[], edits: readonly TextEdit[]): readonly LineMark[] {
  const fromTheEnd = [...edits].sort((a, b) => b.startLine - a.startLine || b.startColumn - a.startColumn);
  return fromTheEnd.reduce<readonly LineMark[]>(applyEdit, marks);
}

function applyEdit(marks: readonly LineMark[], edit: TextEdit): readonly LineMark[] {
  const inserted = edit.text.split('\n');
  const shift = inserted.length - 1 - (edit.endLine - edit.startLine);
  const places = placesByText(inserted);
  return marks.flatMap((mark) => {
    if (mark.line < edit.startLine) return mark;
    if (mark.line > edit.endLine) return shift === 0 ? mark : { ...mark, line: mark.line + shift };
    const line = lineAfter(mark, edit, inserted.length - 1, places);
    return line === undefined ? [] : { ...mark, line };
  });
}

/** Where a line that an edit touches stands after it; undefined when nothing is left of it. */
function lineAfter(
  mark: LineMark,
  edit: TextEdit,
  newlines: number,
  places: ReadonlyMap<string, number[]>,
): number | undefined {
  const indentation = mark.text.length - mark.text.trimStart().length;
  const startsInside = mark.line === edit.startLine && edit.startColumn > indentation;
  if (!startsInside) {
    // Formatters and "move line" replace whole stretches: the same text inside the new one is the same line.
    const again = nearest(places.get(mark.text.trim()), mark.line - edit.startLine);
    if (again !== undefined) return edit.startLine + again;
    // What stands behind the end of the edit is still there, pushed down by the new lines.
    if (mark.line === edit.endLine) return edit.startLine + newlines;
    return undefined;
  }
  return edit.startLine;
}

function placesByText(lines: readonly string[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, index) => {
    const text = line.trim();
    if (text === '') return;
    const known = places.get(text);
    if (known) known.push(index);
    else places.set(text, [index]);
  });
  return places;
}

function nearest(places: readonly number[] | undefined, wanted: number): number | undefined {
  return places?.reduce((best, place) => (Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best));
}
