import type { FieldCursor } from './log-fields.ts';

/** Far more callers than the 255 that V8 records; a line with more is broken. */
const MAX_CALLERS = 4095;

/** Reads the callers at the end of a tick's line. */
export class CallerReader {
  /** The callers' addresses, the outermost first. */
  readonly addresses = new Float64Array(MAX_CALLERS);

  /** Reads what is left of the line, the innermost first; returns their number, -1 if one is no address. */
  read(cursor: FieldCursor): number {
    let count = 0;
    for (; cursor.hasMore; count++) {
      const address = cursor.address();
      if (!(address >= 0 && count < MAX_CALLERS)) return -1;
      this.addresses[count] = address;
    }
    this.addresses.subarray(0, count).reverse();
    return count;
  }
}
