/** The lines of a text as an editor counts them. JavaScript ends lines at U+2028 and U+2029 too, VS Code does not. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

/**
 * For each line of `before` the line of `after` that is the same text, or -1: a diff of lines, so that heat finds its
 * lines in a text that was edited while nobody looked. Lines are compared without the white space around them.
 */
export function alignLines(before: readonly string[], after: readonly string[]): Int32Array {
  const place = new Int32Array(before.length).fill(-1);
  const a = before.map((line) => line.trim());
  const b = after.map((line) => line.trim());
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) place[start] = start++;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a[a.length - 1 - tail] === b[b.length - 1 - tail]) {
    place[a.length - 1 - tail] = b.length - 1 - tail;
    tail++;
  }
  alignMiddle(a, b, start, a.length - tail, b.length - tail, place);
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

/** Texts of more differing lines than this (squared) are not compared: their lines count as changed. */
const largestTable = 4_000_000;

/** The longest common subsequence of the lines between the equal head and tail. */
function alignMiddle(a: string[], b: string[], start: number, endA: number, endB: number, place: Int32Array): void {
  const rows = endA - start;
  const columns = endB - start;
  if (rows === 0 || columns === 0 || rows * columns > largestTable) return;
  const width = columns + 1;
  const longest = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const same = a[start + i] === b[start + j];
      const below = longest[(i + 1) * width + j];
      const right = longest[i * width + j + 1];
      longest[i * width + j] = same ? longest[(i + 1) * width + j + 1] + 1 : Math.max(below, right);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (a[start + i] === b[start + j]) place[start + i++] = start + j++;
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) i++;
    else j++;
  }
}
