import { appendRows, findLineStarts } from '../../core/index.ts';

/** The text of a generated file, of which single lines (1-based) are looked at. */
export class GeneratedText {
  readonly lines: number;
  /** Bytes of memory that this holds, at most. */
  readonly heldBytes: number;
  /** Without a byte order mark. */
  readonly text: string;
  /** Where lines begin, in UTF-16 units, and the text's end. */
  readonly #starts: Int32Array;
  #comments: ReadonlySet<number> | undefined;
  #firstOther: number | undefined;

  constructor(marked: string) {
    this.text = marked.replace(/^\uFEFF/, '');
    this.#starts = appendRows(findLineStarts(this.text), [this.text.length]);
    this.lines = this.#starts.length - 1;
    this.heldBytes = 2 * this.text.length + this.#starts.byteLength;
  }

  /** Characters of a line with its line end; 0 behind the last line. */
  lengthOf(line: number): number {
    return line < 1 || line > this.lines ? 0 : this.#starts[line] - this.#starts[line - 1];
  }

  /** A line without its line end; undefined behind the last one. */
  line(line: number): string | undefined {
    if (line < 1 || line > this.lines) return undefined;
    const start = this.#starts[line - 1];
    let end = this.#starts[line];
    while (end > start && '\r\n\u2028\u2029'.includes(this.text[end - 1])) end--;
    return this.text.slice(start, end);
  }

  /** V8, and the tools that make source maps, end lines at U+2028 and U+2029 too, editors do not: from there on they count others. */
  isEditorLine(line: number): boolean {
    this.#firstOther ??= /[\u2028\u2029]/.exec(this.text)?.index ?? Infinity;
    return !(this.#starts[line - 1] > this.#firstOther);
  }

  /** Whether a line may hold code: it is there, is neither empty nor a comment, and is the same in an editor. */
  mayHoldCode(line: number): boolean {
    this.#comments ??= findCommentLines(this.text, this.#starts);
    const isBlank = this.#comments.has(line) || /^\s*(?:\/\/|$)/.test(this.line(line) ?? '');
    return !isBlank && this.isEditorLine(line);
  }
}

/** Longer ones are not looked for: what seems to begin a comment may stand in a template. */
const LONGEST_COMMENT = 16_384;

/** The lines (1-based) of comments that begin a line and have nothing behind them. */
function findCommentLines(text: string, starts: Int32Array): ReadonlySet<number> {
  const lines = new Set<number>();
  const isBlank = (from: number, end: number): boolean => text.slice(from, end).trim() === '';
  let row = 0;
  const rowAt = (place: number): number => {
    while (row + 1 < starts.length && starts[row + 1] <= place) row++;
    return row;
  };
  for (let at = text.indexOf('/*'); at >= 0; at = text.indexOf('/*', at + 2)) {
    const first = rowAt(at);
    if (!isBlank(starts[first], at) || !/[\s*!]/.test(text.charAt(at + 2))) continue;
    const end = text.slice(at + 2, at + LONGEST_COMMENT).indexOf('*/');
    if (end < 0) continue;
    const behind = at + end + 4;
    const last = rowAt(behind - 1);
    for (let each = first; each < last; each++) lines.add(each + 1);
    if (isBlank(behind, starts[last + 1])) lines.add(last + 1);
    at = behind - 2;
  }
  return lines;
}
