import { isAscii } from 'node:buffer';
import { scanLineStarts } from '../decode/kernel-text.ts';

const LONG_LINE = 4096;

/** The text of a generated file, of which single lines are looked at. */
export class GeneratedText {
  readonly lines: number;
  /** Where lines begin, in bytes, and the text's end. */
  readonly starts: Uint32Array;
  /** Bytes of memory that this holds, about. */
  readonly heldBytes: number;
  readonly #bytes: Buffer;
  readonly #seen = new Map<number, string>();
  /** By line: 1 where columns are bytes, 2 where not, 0 before it was looked at. */
  readonly #plain: Uint8Array;
  #isAllPlain: boolean | undefined;
  #comments: ReadonlySet<number> | undefined;

  constructor(bytes: Buffer, starts: Uint32Array) {
    this.#bytes = bytes;
    this.starts = starts;
    this.lines = this.starts.length - 1;
    this.#plain = new Uint8Array(this.starts.length);
    this.heldBytes = bytes.length + this.starts.byteLength + this.#plain.byteLength;
  }

  /** Bytes of a line with its line end: at least as many as it has characters. 0 behind the last line. */
  bytesOf(line: number): number {
    const { starts } = this;
    return line < 1 || line >= starts.length ? 0 : starts[line] - starts[line - 1];
  }

  /** The lines of at least so many bytes, in order. */
  linesFrom(bytes: number): readonly number[] {
    const { starts } = this;
    const found: number[] = [];
    for (let line = 1; line < starts.length; line++) if (starts[line] - starts[line - 1] >= bytes) found.push(line);
    return found;
  }

  /** A line (1-based) without its line end; undefined behind the last one. */
  line(line: number): string | undefined {
    const { starts } = this;
    if (line < 1 || line >= starts.length) return undefined;
    const known = this.#seen.get(line);
    if (known !== undefined) return known;
    const text = withoutEnd(this.#bytes.toString('utf8', starts[line - 1], starts[line]));
    const result = line === 1 ? text.replace(/^\ufeff/, '') : text;
    this.#seen.set(line, result);
    return result;
  }

  /** Whether an ASCII character stands at a column (0-based); false also where that would take longer to tell. */
  has(line: number, column: number, character: string): boolean {
    const { starts } = this;
    if (line < 1 || line >= starts.length || !this.#isPlain(line)) return false;
    const at = starts[line - 1] + column;
    return column >= 0 && at < starts[line] && this.#bytes[at] === character.charCodeAt(0);
  }

  /** Whether a line may hold code: it is there, and is neither empty nor a comment. */
  mayHoldCode(line: number): boolean {
    if (line < 1 || line >= this.starts.length) return false;
    this.#comments ??= findCommentLines(this.#bytes, this.starts);
    if (this.#comments.has(line)) return false;
    const at = skipBlanks(this.#bytes, this.starts[line - 1], this.starts[line]);
    return at < this.starts[line] && !(this.#bytes[at] === SLASH && this.#bytes[at + 1] === SLASH);
  }

  /** At most `length` characters of a line before a column (0-based). As `line`, but a long line is not decoded whole. */
  before(line: number, column: number, length: number): string | undefined {
    if (this.bytesOf(line) <= LONG_LINE || !this.#isPlain(line))
      return this.line(line)?.slice(Math.max(0, column - length), Math.max(0, column));
    const start = this.starts[line - 1];
    const end = Math.min(start + Math.max(0, column), this.starts[line]);
    return withoutEnd(this.#bytes.toString('latin1', Math.max(start, start + column - length), end));
  }

  /** Whether a whole ASCII word ends right before a column (0-based); false also where that would take longer to tell. */
  hasWordBefore(line: number, column: number, word: string): boolean {
    const { starts } = this;
    if (line < 1 || line >= starts.length || !this.#isPlain(line)) return false;
    const bytes = this.#bytes;
    const start = starts[line - 1];
    const end = start + column;
    const first = end - word.length;
    if (first < start || end > starts[line]) return false;
    for (let i = 0; i < word.length; i++) {
      const byte = bytes[first + i];
      if (byte !== word.charCodeAt(i) || !isWordByte(byte)) return false;
    }
    return first === start || !isWordByte(bytes[first - 1]);
  }

  /** Whether columns of a line are its bytes. */
  #isPlain(line: number): boolean {
    this.#isAllPlain ??= isAscii(this.#bytes);
    if (this.#isAllPlain) return true;
    if (this.#plain[line] === 0) {
      const isPlain = isAscii(this.#bytes.subarray(this.starts[line - 1], this.starts[line]));
      this.#plain[line] = isPlain ? 1 : 2;
    }
    return this.#plain[line] === 1;
  }
}

export function readGeneratedText(bytes: Buffer): GeneratedText {
  return bytes.length === 0 ? EMPTY : new GeneratedText(bytes, scanLineStarts(bytes));
}

/** Never released: V8 discards a class's optimised code with its last instance. */
const EMPTY = new GeneratedText(Buffer.alloc(0), Uint32Array.of(0, 0));

const SLASH = 0x2f;

/** Longer ones are not looked for: what seems to begin a comment may stand in a template. */
const LONGEST_COMMENT = 16_384;

/** The lines (1-based) of comments that begin a line and have nothing behind them. */
function findCommentLines(bytes: Buffer, starts: Uint32Array): ReadonlySet<number> {
  const lines = new Set<number>();
  let row = 0;
  const rowAt = (place: number): number => {
    while (row + 1 < starts.length && starts[row + 1] <= place) row++;
    return row;
  };
  for (let at = bytes.indexOf('/*'); at >= 0; at = bytes.indexOf('/*', at + 2)) {
    const first = rowAt(at);
    if (skipBlanks(bytes, starts[first], at) < at || !/[\s*!]/.test(String.fromCharCode(bytes[at + 2]))) continue;
    const end = bytes.subarray(at + 2, at + LONGEST_COMMENT).indexOf('*/');
    if (end < 0) continue;
    const behind = at + end + 4;
    const last = rowAt(behind - 1);
    for (let each = first; each < last; each++) lines.add(each + 1);
    if (skipBlanks(bytes, behind, starts[last + 1]) === starts[last + 1]) lines.add(last + 1);
    at = behind - 2;
  }
  return lines;
}

/** Where the first character that is no blank stands; `end` where there is none. */
function skipBlanks(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] <= 0x20) at++;
  return at;
}

/** Of an ASCII character: whether an identifier may have it. */
const isWordByte = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x7a) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x30 && byte <= 0x39) ||
  byte === 0x24 ||
  byte === 0x5f;

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n\u2028\u2029'.includes(text[end - 1])) end--;
  return text.slice(0, end);
}
