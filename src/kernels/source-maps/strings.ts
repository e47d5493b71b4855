/** Where the elements of a JSON list of strings begin. */
import { BACKSLASH, COMMA, QUOTE } from './bytes';
import { Status, stop } from '../shared/status';

const BEFORE_VALUE: i32 = 0;
const IN_STRING: i32 = 1;
const IN_WORD: i32 = 2;
const BEHIND_VALUE: i32 = 3;

/** Every second one, from the second on. */
const ODD_BITS: u64 = 0xaaaaaaaaaaaaaaaa;

let place: i32 = BEFORE_VALUE;
let elements: u32 = 0;
/** 1 where the window ended between a backslash and its letter. */
let carried: u64 = 0;

/** How many numbers the last `scanStrings` wrote. */
export let written: u32 = 0;

/** Once before a list; `scanStrings` then begins behind its bracket. */
export function beginStrings(): void {
  place = BEFORE_VALUE;
  elements = 0;
  carried = 0;
}

/**
 * Writes where the strings (or words) of a JSON list begin, as `p - from + base`. Returns where it stopped, which is behind
 * the list when that is done.
 */
export function scanStrings(from: usize, windowEnd: usize, base: u32, out: usize): usize {
  let p = from;
  written = 0;
  while (p < windowEnd) {
    if (place == IN_STRING) {
      p = skipString(p, windowEnd);
      continue;
    }
    const byte = load<u8>(p);
    if (byte == 0x20 || (byte >= 0x09 && byte <= 0x0d)) {
      if (place == IN_WORD) place = BEHIND_VALUE;
      p += 1;
      continue;
    }
    if (place == BEFORE_VALUE) {
      if (byte == 0x5d && elements == 0) return end(Status.done, p + 1);
      const isWord = byte >= 0x61 && byte <= 0x7a;
      if (byte != QUOTE && !isWord) return end(Status.failed, p);
      store<u32>(out + ((<usize>written) << 2), <u32>(p - from) + base);
      written++;
      elements++;
      place = byte == QUOTE ? IN_STRING : IN_WORD;
      p += 1;
    } else if (byte == COMMA) {
      place = BEFORE_VALUE;
      p += 1;
    } else if (byte == 0x5d) {
      return end(Status.done, p + 1);
    } else if (place == IN_WORD && byte >= 0x61 && byte <= 0x7a) {
      p += 1;
    } else {
      return end(Status.failed, p);
    }
  }
  return end(Status.more, p);
}

/** Goes behind the end of a string, or to the end of the window. */
function skipString(from: usize, end: usize): usize {
  let isEscaped: u64 = carried;
  carried = 0;
  for (let p = from; p < end; p += 64) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    let quotes = equal(a, QUOTE) | (equal(b, QUOTE) << 16) | (equal(c, QUOTE) << 32) | (equal(d, QUOTE) << 48);
    let backslashes =
      equal(a, BACKSLASH) | (equal(b, BACKSLASH) << 16) | (equal(c, BACKSLASH) << 32) | (equal(d, BACKSLASH) << 48);
    const size = min<usize>(64, end - p);
    if (size < 64) {
      const inside = ((<u64>1) << (<u64>size)) - 1;
      quotes &= inside;
      backslashes &= inside;
    }
    // In a run of backslashes every second one is meant by the one before: as simdjson finds it, without a branch.
    backslashes &= ~isEscaped;
    const behind = (backslashes << 1) | isEscaped;
    const oddStarts = backslashes & ODD_BITS & ~behind;
    const runs = oddStarts + backslashes;
    const escaped = (~ODD_BITS ^ (runs << 1)) & behind;
    isEscaped = size < 64 ? (escaped >> (<u64>size)) & 1 : u64(runs < oddStarts);
    quotes &= ~escaped;
    if (quotes != 0) {
      place = BEHIND_VALUE;
      return p + <usize>ctz(quotes) + 1;
    }
  }
  carried = isEscaped;
  return end;
}

function equal(chunk: v128, byte: u8): u64 {
  return <u64>i8x16.bitmask(i8x16.eq(chunk, i8x16.splat(byte)));
}

function end(how: Status, p: usize): usize {
  stop(how);
  return p;
}
