import { HEX, MAX_ADDRESS } from './log-fields.ts';

/** Far more callers than the 255 that V8 records; a line with more is broken. */
const MAX_CALLERS = 4095;
/** `,0x` and up to 16 digits are what V8 writes. */
const TEXT_SIZE = MAX_CALLERS * 20;
/** Digits whose value fits into small integers, which are added up faster than others. */
const LOW_DIGITS = 7;
const LOW_UNIT = 16 ** LOW_DIGITS;

/**
 * Reads the callers at the end of a tick's line. Most stacks share their outermost callers with the stack before, so the
 * texts are compared first, four bytes at a time, which is many times faster than parsing them again.
 */
export class CallerReader {
  /** The callers' addresses, the outermost first. */
  readonly addresses = new Float64Array(MAX_CALLERS);
  // The line that was read last, as far as it has callers, at the end of `text`; and how long each caller in it is.
  readonly #text = new DataView(new ArrayBuffer(TEXT_SIZE));
  readonly #lengths = new Uint16Array(MAX_CALLERS);
  #count = 0;
  #bytes: Uint8Array | undefined;
  #view: DataView = new DataView(new ArrayBuffer(0));

  /** Reads `,<caller>…`, the innermost first, from `start` to `end`; returns their number, -1 if one is no address. */
  read(bytes: Uint8Array, start: number, end: number): number {
    if (start >= end) return 0;
    if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    let at = end;
    let to = TEXT_SIZE;
    let count = 0;
    for (; count < this.#count; count++) {
      const length = this.#lengths[count];
      if (at - length < start || !isSame(this.#view, at, this.#text, to, length)) break;
      at -= length;
      to -= length;
    }
    this.#count = count;
    while (at > start) {
      const length = this.#readLast(bytes, start, at, to);
      if (length === 0) return -1;
      at -= length;
      to -= length;
    }
    return this.#count;
  }

  /** Adds the caller whose text ends at `end`, to the text before `to`; returns the text's length, 0 for no address. */
  #readLast(bytes: Uint8Array, start: number, end: number, to: number): number {
    let at = end - 1;
    let low = 0;
    let worst = 0;
    for (let shift = 0; shift < LOW_DIGITS * 4 && at > start && bytes[at] !== 0x78; shift += 4) {
      const digit = HEX[bytes[at--]];
      worst |= digit;
      low |= digit << shift;
    }
    let high = 0;
    for (let scale = 1; at > start && bytes[at] !== 0x78; scale *= 16) {
      const digit = HEX[bytes[at--]];
      worst |= digit;
      high += digit * scale;
    }
    const length = end - at + 2;
    const value = high * LOW_UNIT + low;
    const begins = at - 2 >= start && bytes[at - 1] === 0x30 && bytes[at - 2] === 0x2c;
    if (!begins || worst > 15 || length < 4 || length > to || !(value <= MAX_ADDRESS)) return 0;
    if (this.#count === MAX_CALLERS) return 0;
    copy(this.#view, end, this.#text, to, length);
    this.#lengths[this.#count] = length;
    this.addresses[this.#count++] = value;
    return length;
  }
}

/** Whether so many bytes, four at least, before `a` and `b` are the same; from the back, where addresses differ most. */
function isSame(one: DataView, a: number, other: DataView, b: number, length: number): boolean {
  for (let i = 4; i < length; i += 4) if (one.getInt32(a - i) !== other.getInt32(b - i)) return false;
  return one.getInt32(a - length) === other.getInt32(b - length);
}

function copy(from: DataView, a: number, to: DataView, b: number, length: number): void {
  for (let i = 4; i < length; i += 4) to.setInt32(b - i, from.getInt32(a - i));
  to.setInt32(b - length, from.getInt32(a - length));
}
