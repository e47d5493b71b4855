/**
 * Numbers as differences of neighbours, each in as few bytes as it needs: a call tree's columns come to a quarter of
 * their size, which is what counts on the way to a panel whose window is on another machine.
 *
 * The first number is a float64, little endian; each other one is its difference from the one before, zigzag (0, -1, 1,
 * -2…) in groups of seven bits, the lowest first, with the high bit set on all groups but the last.
 */
export type Numbers = Int32Array | Uint32Array | Float64Array;

const FIRST = 8;
/** Bytes of the longest difference. */
const LONGEST = 5;
/** Below it whole numbers stay exact, whatever is added in one piece. */
const LARGEST_FIRST = 2 ** 52;

/**
 * Packs numbers into `room`; how many bytes that took, or -1 where they do not fit or are not all whole and near each
 * other. A negative zero comes back as zero.
 */
export function packNumbers(values: Numbers, room: Uint8Array): number {
  if (values.length === 0 || room.length < FIRST) return -1;
  let previous = values[0];
  if (!Number.isInteger(previous) || Math.abs(previous) > LARGEST_FIRST) return -1;
  new DataView(room.buffer, room.byteOffset).setFloat64(0, previous, true);
  const last = room.length - LONGEST;
  let at = FIRST;
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    const difference = value - previous;
    const zigzag = difference < 0 ? -2 * difference - 1 : 2 * difference;
    let rest = zigzag | 0;
    if (rest !== zigzag || at > last) return -1;
    while (rest >= 128) {
      room[at++] = rest | 128;
      rest >>= 7;
    }
    room[at++] = rest;
    previous = value;
  }
  return at;
}

/** Unpacks as many numbers as `target` has room for. */
export function unpackNumbers(bytes: Uint8Array, target: Numbers): void {
  let value = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
  target[0] = value;
  let at = FIRST;
  for (let i = 1; i < target.length; i++) {
    let byte = bytes[at++];
    let zigzag = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = bytes[at++];
      zigzag |= (byte & 127) << shift;
    }
    value += (zigzag >>> 1) ^ -(zigzag & 1);
    target[i] = value;
  }
}
