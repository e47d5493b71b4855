import { diffArrays } from 'diff/lib/diff/array.js';

/** The lines of a text as an editor counts them. JavaScript also ends lines at U+2028 and U+2029; VS Code does not. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** A text with more changed lines than this only keeps its telling lines and their neighbours: a full diff takes a tenth of a second. */
const mostChanges = 500;

/**
 * For each line of `before` the line of `after` with the same text, or -1. A diff of lines lets heat find its lines in a text
 * that was edited in the meantime. White space around lines does not count.
 */
export function alignLines(before: readonly string[], after: readonly string[]): Int32Array {
  const place = new Int32Array(before.length).fill(-1);
  const a = before.map((line) => line.trim());
  const b = after.map((line) => line.trim());
  let from = 0;
  let to = 0;
  for (const { added, removed, count } of diffArrays(a, b, { maxEditLength: mostChanges }) ?? []) {
    if (!added && !removed) for (let i = 0; i < count; i++) place[from + i] = to + i;
    if (!added) from += count;
    if (!removed) to += count;
  }
  alignMoved(a, b, place);
  return place;
}

/** Shorter lines say nothing of where they belong: `}`, `break;`, `return;`. */
const telling = 10;

/**
 * Finds code that was moved past other code: a telling line that is left once in either text, and the lines around it as
 * far as they are equal.
 */
function alignMoved(a: readonly string[], b: readonly string[], place: Int32Array): void {
  const taken = new Uint8Array(b.length);
  for (const line of place) if (line >= 0) taken[line] = 1;
  const left = (texts: readonly string[], isLeft: (line: number) => boolean): Map<string, number> => {
    const lines = new Map<string, number>();
    texts.forEach((text, line) => {
      if (text.length >= telling && isLeft(line)) lines.set(text, lines.has(text) ? -1 : line);
    });
    return lines;
  };
  const inB = left(b, (line) => !taken[line]);
  for (const [text, at] of left(a, (line) => place[line] < 0)) {
    const to = inB.get(text) ?? -1;
    if (at < 0 || to < 0) continue;
    for (const step of [-1, 1]) {
      for (let i = step < 0 ? 0 : 1; ; i++) {
        const [line, other] = [at + i * step, to + i * step];
        if (place[line] !== -1 || taken[other] !== 0 || a[line] !== b[other]) break;
        place[line] = other;
        taken[other] = 1;
      }
    }
  }
}
