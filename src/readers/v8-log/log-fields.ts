const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** No kind of line that is read has a longer name. */
const LONGEST_KIND = 24;
/** Addresses have 48 bits (57 with five-level paging). Anything longer is not one. */
const MAX_ADDRESS = Number.MAX_SAFE_INTEGER;

/** The values of hexadecimal digits by their bytes; more than 15 for every other byte. */
const HEX = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  for (const each of [digit, digit.toUpperCase()]) HEX[each.charCodeAt(0)] = value;
}

/** Where something was, and where it is from now on. */
export type Move = readonly [from: number, to: number];

/**
 * Walks over the comma-separated fields of one line. V8 escapes commas and newlines inside fields
 * (`LogFile::MessageBuilder::AppendCharacter`, v8/src/logging/log-file.cc), except in names of functions.
 */
export class FieldCursor {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  /** Starts behind the first field of the line from `start` to `end`, which is returned; empty where it is the only one. */
  begin(bytes: Buffer, start: number, end: number): string {
    const comma = bytes.indexOf(COMMA, start);
    if (comma < 0 || comma >= end) return '';
    this.#bytes = bytes;
    this.#at = comma + 1;
    this.#end = end;
    return bytes.toString('latin1', start, Math.min(comma, start + LONGEST_KIND));
  }

  get hasMore(): boolean {
    return this.#at <= this.#end;
  }

  /** First byte of the coming field, or -1. */
  peek(): number {
    return this.#at < this.#end ? this.#bytes[this.#at] : -1;
  }

  /** Where the coming field starts, in bytes of the line's buffer. */
  get position(): number {
    return this.#at;
  }

  skip(): void {
    while (this.#at < this.#end && this.#bytes[this.#at] !== COMMA) this.#at++;
    this.#at++;
  }

  /** A hexadecimal address with `0x`; NaN if the field is none. */
  address(): number {
    let at = this.#at;
    const bytes = this.#bytes;
    if (at + 2 >= this.#end || bytes[at] !== 0x30 || bytes[at + 1] !== 0x78) return this.#invalid();
    at += 2;
    let value = 0;
    for (; at < this.#end; at++) {
      const byte = bytes[at];
      if (byte === COMMA) break;
      const digit = HEX[byte];
      if (digit > 15) return this.#invalid();
      value = value * 16 + digit;
    }
    this.#at = at + 1;
    return value <= MAX_ADDRESS ? value : NaN;
  }

  /** Two addresses; undefined unless both are some. */
  move(): Move | undefined {
    const [from, to] = [this.address(), this.address()];
    return from >= 0 && to >= 0 ? [from, to] : undefined;
  }

  /** A decimal integer, perhaps negative; NaN if the field is none. */
  integer(): number {
    let at = this.#at;
    const negative = at < this.#end && this.#bytes[at] === 0x2d;
    if (negative) at++;
    const first = at;
    let value = 0;
    for (; at < this.#end; at++) {
      const digit = this.#bytes[at] - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (at === first || (at < this.#end && this.#bytes[at] !== COMMA)) return this.#invalid();
    this.#at = at + 1;
    return value > MAX_ADDRESS ? NaN : negative ? -value : value;
  }

  /** The field as it stands in the file, escapes and all. */
  raw(): string {
    const start = this.#at;
    this.skip();
    return this.#bytes.toString('latin1', start, Math.min(this.#at - 1, this.#end));
  }

  /** The label of code, as it stands in the file. The line's last fields, an address and a tier, end it; its commas do not. */
  label(): string {
    const start = this.#at;
    const last = this.#commaBefore(this.#end);
    const end =
      [this.#commaBefore(last), last].find((comma) => comma >= start && this.#isAddress(comma + 1)) ?? this.#end;
    this.#at = end + 1;
    return this.#bytes.toString('latin1', start, end);
  }

  #commaBefore(at: number): number {
    return at > this.#at ? this.#bytes.lastIndexOf(COMMA, at - 1) : -1;
  }

  #isAddress(at: number): boolean {
    return this.#bytes[at] === 0x30 && this.#bytes[at + 1] === 0x78;
  }

  #invalid(): number {
    this.skip();
    return NaN;
  }
}

/**
 * The text of a field: `\n`, `\\`, `\xHH` and `\uHHHH` undone. An escape that is none of these stays as it is. V8 writes names
 * of functions as UTF-8, which is undone first; everything else beyond ASCII is escaped.
 */
export function unescapeText(raw: string): string {
  const text = BEYOND_ASCII.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw;
  return text.includes('\\') ? unescape(new Uint16Array(text.length).map((_, i) => text.charCodeAt(i))) : text;
}

const BEYOND_ASCII = /[\x80-\xff]/;

/**
 * Like `unescapeText`, for whole scripts, from bytes. V8 writes characters beyond Latin-1 as `\u`, and every other character in
 * one byte.
 */
export const unescapeBytes = (bytes: Buffer): string =>
  unescape(bytes.includes('\\u') ? new Uint16Array(bytes) : new Uint8Array(bytes));

/** In one pass over the characters' codes, which it writes over, without a string for each escape. */
function unescape(units: Uint8Array | Uint16Array): string {
  let length = 0;
  for (let at = 0; at < units.length; at++) {
    let unit = units[at];
    if (unit === BACKSLASH) {
      const kind = units[at + 1];
      const digits = kind === 0x78 ? 2 : kind === 0x75 ? 4 : 0;
      const code = digits > 0 ? hexAt(units, at + 2, digits) : -1;
      if (code >= 0) {
        unit = code;
        at += 1 + digits;
      } else if (kind === 0x6e || kind === BACKSLASH) {
        if (kind === 0x6e) unit = 0x0a;
        at++;
      }
    }
    units[length++] = unit;
  }
  const isWide = units.BYTES_PER_ELEMENT > 1;
  return Buffer.from(units.buffer, 0, length * units.BYTES_PER_ELEMENT).toString(isWide ? 'ucs2' : 'latin1');
}

/** The number of so many digits; -1 where there are fewer. */
function hexAt(units: Uint8Array | Uint16Array, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    if (!(i < units.length && HEX[units[i]] <= 15)) return -1;
    value = value * 16 + HEX[units[i]];
  }
  return value;
}
