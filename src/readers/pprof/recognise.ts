/** The fields of a profile that hold a number, and those that hold bytes. */
const NUMBERS: ReadonlySet<number> = new Set([7, 8, 9, 10, 12, 13, 14, 15]);
const BYTES: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, 11, 13]);
const SAMPLE_TYPE = 1;

/** Whether a file that begins with these bytes is a pprof: fields of one, in any order, up to what was measured. */
export function isPprof(start: Buffer): boolean {
  let at = 0;
  const readNumber = (): number => {
    for (let value = 0, scale = 1; at < start.length && scale < 2 ** 70; scale *= 128) {
      const byte = start[at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    return NaN;
  };
  for (;;) {
    const tag = readNumber();
    const [field, kind] = [Math.floor(tag / 8), tag % 8];
    if (kind !== (NUMBERS.has(field) && kind === 0 ? 0 : BYTES.has(field) ? 2 : NaN)) return false;
    const value = readNumber();
    if (field === SAMPLE_TYPE) return value >= 2 && value <= 24 && (start[at] === 0x08 || start[at] === 0x10);
    if (kind === 2) at += value;
  }
}
