/** Where the lines of a text begin. */
import { beginWriting, write } from './written';

/** Writes where lines begin behind the line ends (LF, CR, CRLF, U+2028, U+2029) of a window, as `p - from + base`. */
export function scanLines(from: usize, end: usize, base: u32, out: usize): void {
  beginWriting();
  for (let p = from; p < end; p += 16) {
    const chunk = v128.load(p);
    let mask = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.eq(chunk, i8x16.splat(0x0a)), i8x16.eq(chunk, i8x16.splat(0x0d))),
        i8x16.eq(chunk, i8x16.splat(<i8>0xe2)),
      ),
    );
    while (mask != 0) {
      const q = p + ctz(mask);
      mask &= mask - 1;
      if (q >= end) return;
      const byte = load<u8>(q);
      let length: usize = 1;
      if (byte == 0x0d) {
        if (load<u8>(q + 1) == 0x0a) continue;
      } else if (byte == 0xe2) {
        if (load<u8>(q + 1) != 0x80 || (load<u8>(q + 2) & 0xfe) != 0xa8) continue;
        length = 3;
      }
      write(out, <u32>(q - from + length) + base);
    }
  }
}
