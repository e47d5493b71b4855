/** A JSON string against the text that it may stand for. */
import { Status, stop } from '../shared/status';
import { BACKSLASH, QUOTE } from './bytes';

/** How far the text was compared. */
export let comparedTo: usize = 0;

/**
 * Compares until one of the windows runs out, or until the two differ or something is unusual, which is a failure. Returns
 * how far the JSON string was compared.
 */
export function compare(json: usize, jsonEnd: usize, text: usize, textEnd: usize): usize {
  while (json + 16 <= jsonEnd && text + 16 <= textEnd) {
    const a = v128.load(json);
    const mask = i8x16.bitmask(
      v128.or(
        i8x16.ne(a, v128.load(text)),
        v128.or(i8x16.eq(a, i8x16.splat(BACKSLASH)), i8x16.eq(a, i8x16.splat(QUOTE))),
      ),
    );
    if (mask == 0) {
      json += 16;
      text += 16;
      continue;
    }
    const same = ctz(mask);
    json += same;
    text += same;
    if (load<u8>(json) != BACKSLASH) return differ();
    if (json + 6 > jsonEnd) break;
    const letter = load<u8>(json + 1);
    let meant: u8 = 0;
    if (letter == 0x6e) meant = 0x0a;
    else if (letter == 0x22 || letter == 0x5c || letter == 0x2f) meant = letter;
    else if (letter == 0x74) meant = 0x09;
    else if (letter == 0x72) meant = 0x0d;
    else if (letter == 0x62) meant = 0x08;
    else if (letter == 0x66) meant = 0x0c;
    else if (letter == 0x75) {
      const value =
        (hexOf(load<u8>(json + 2)) << 12) |
        (hexOf(load<u8>(json + 3)) << 8) |
        (hexOf(load<u8>(json + 4)) << 4) |
        hexOf(load<u8>(json + 5));
      // Zero, and pairs of surrogates, are left to others.
      if (value == 0 || value > 0xffff || (value & 0xf800) == 0xd800) return differ();
      const length = compareCharacter(value, text);
      if (length == 0) return differ();
      json += 6;
      text += length;
      continue;
    }
    if (meant == 0 || meant != load<u8>(text)) return differ();
    json += 2;
    text += 1;
  }
  stop(Status.more);
  comparedTo = text;
  return json;
}

function differ(): usize {
  stop(Status.failed);
  return 0;
}

/** Bytes of a character in UTF-8 if it stands at `text`, 0 otherwise. */
function compareCharacter(value: u32, text: usize): usize {
  const first = <u32>load<u8>(text);
  if (value < 0x80) return first == value ? 1 : 0;
  const second = <u32>load<u8>(text + 1);
  const last = 0x80 | (value & 0x3f);
  if (value < 0x800) return first == (0xc0 | (value >> 6)) && second == last ? 2 : 0;
  const middle = 0x80 | ((value >> 6) & 0x3f);
  return first == (0xe0 | (value >> 12)) && second == middle && <u32>load<u8>(text + 2) == last ? 3 : 0;
}

function hexOf(byte: u8): u32 {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : 0x10000;
}
