/**
 * Numbers as differences of neighbours, each in as few bytes as it needs: a call tree's columns come to a quarter of
 * their size, which is what counts on the way to a panel whose window is on another machine.
 *
 * The first number is a float64, little endian; each other one is its difference from the one before, zigzag (0, -1, 1,
 * -2…) in groups of seven bits, the lowest first, with the high bit set on all groups but the last.
 */
export type Numbers = Int32Array | Uint32Array | Float64Array;
/**
 * Packs numbers into `room`; how many bytes that took, or -1 where they do not fit or are not all whole and near each
 * other. A negative zero comes back as zero.
 */
export declare function packNumbers(values: Numbers, room: Uint8Array): number;
/** Unpacks into `target`; false when the bytes do not hold exactly so many numbers. */
export declare function unpackNumbers(bytes: Uint8Array, target: Numbers): boolean;
