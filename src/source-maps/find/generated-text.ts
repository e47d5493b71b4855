import {
  appendRows,
  findLineStarts,
  lastAtOrBelow,
  type OneBasedLine,
  type ZeroBasedColumn,
} from '../../core/index.ts';

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
  #unindented: Int32Array | undefined;
  #added: readonly OneBasedLine[] | undefined;

  constructor(marked: string) {
    this.text = marked.replace(/^\uFEFF/, '');
    this.#starts = appendRows(findLineStarts(this.text), [this.text.length]);
    this.lines = this.#starts.length - 1;
    this.heldBytes = 2 * this.text.length + 2 * this.#starts.byteLength;
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

  /** Lines that editors do not begin: V8, and the tools that make source maps, end lines at U+2028 and U+2029 too. */
  get #addedLines(): readonly OneBasedLine[] {
    return (this.#added ??= Array.from(
      this.text.matchAll(/[\u2028\u2029]/g),
      ({ index }) => lastAtOrBelow(this.#starts, index + 1) + 1,
    ));
  }

  /** A place as editors count it. A column of -1 stays. */
  inEditor(line: OneBasedLine, column: ZeroBasedColumn): readonly [OneBasedLine, ZeroBasedColumn] {
    const added = lastAtOrBelow(this.#addedLines, line) + 1;
    if (added === 0 || line > this.lines) return [line - added, column];
    let first = line;
    for (let at = added - 1; this.#addedLines[at] === first; at--) first--;
    return [line - added, column < 0 ? column : column + this.#starts[line - 1] - this.#starts[first - 1]];
  }

  /** The line, or else the last one above it, that is neither indented nor empty; 0 where none is. */
  unindentedAt(line: OneBasedLine): OneBasedLine {
    this.#unindented ??= Int32Array.from(findUnindented(this.text, this.#starts));
    return this.#unindented[lastAtOrBelow(this.#unindented, line)] ?? 0;
  }

  /** Whether a line may hold code: it is there, and is neither empty nor a comment. */
  mayHoldCode(line: number): boolean {
    this.#comments ??= findCommentLines(this.text, this.#starts);
    return !this.#comments.has(line) && !/^\s*(?:\/\/|$)/.test(this.line(line) ?? '');
  }
}

function findUnindented(text: string, starts: Int32Array): OneBasedLine[] {
  const lines: OneBasedLine[] = [];
  for (let line = 1; line < starts.length; line++) if (/\S/.test(text.charAt(starts[line - 1]))) lines.push(line);
  return lines;
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
