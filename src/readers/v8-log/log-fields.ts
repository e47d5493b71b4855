const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** No kind of line that is read has a longer name. */
const LONGEST_KIND = 24;
/** Addresses have 48 bits (57 with five-level paging). Anything longer is not one. */
export const MAX_ADDRESS = Number.MAX_SAFE_INTEGER;

/** The values of hexadecimal digits by their bytes; more than 15 for every other byte. */
export const HEX = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  for (const each of [digit, digit.toUpperCase()]) HEX[each.charCodeAt(0)] = value;
}

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
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:n|\\|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/g, (escape, hex?: string, wide?: string) => {
    const code = hex ?? wide;
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16));
    return escape === '\\n' ? '\n' : '\\';
  });
}

const BEYOND_ASCII = /[\x80-\xff]/;

/**
 * Like `unescapeText`, for whole scripts: from bytes, in one pass, without a string for each escape. V8 writes characters
 * beyond Latin-1 as `\u`, and every other character in one byte.
 */
export function unescapeBytes(bytes: Buffer): string {
  const isWide = bytes.includes('\\u');
  const units = isWide ? new Uint16Array(bytes.length) : new Uint8Array(bytes.length);
  const length = unescapeInto(units, bytes);
  return Buffer.from(units.buffer, 0, length * units.BYTES_PER_ELEMENT).toString(isWide ? 'ucs2' : 'latin1');
}

/** Writes the characters' codes; returns how many they are. */
function unescapeInto(units: Uint8Array | Uint16Array, bytes: Buffer): number {
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    let unit = bytes[at];
    if (unit === BACKSLASH) {
      const kind = bytes[at + 1];
      const digits = kind === 0x78 ? 2 : kind === 0x75 ? 4 : 0;
      if (digits > 0 && isHex(bytes, at + 2, digits)) {
        unit = hexAt(bytes, at + 2, digits);
        at += 1 + digits;
      } else if (kind === 0x6e || kind === BACKSLASH) {
        if (kind === 0x6e) unit = 0x0a;
        at++;
      }
    }
    units[length++] = unit;
  }
  return length;
}

function isHex(bytes: Buffer, at: number, digits: number): boolean {
  for (let i = at; i < at + digits; i++) if (!(i < bytes.length && HEX[bytes[i]] <= 15)) return false;
  return true;
}

function hexAt(bytes: Buffer, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) value = value * 16 + HEX[bytes[i]];
  return value;
}
