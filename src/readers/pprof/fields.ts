import { PbfReader } from 'pbf';
import { useFile } from '../use-file.ts';

/** Bytes that are read at once. */
const CHUNK = 1 << 20;
/** Bytes of the longest tag with the longest length behind it. */
const LONGEST_HEAD = 20;

/** Called with the reader at the value of a field; reads the value, or leaves the reader where it is. */
export type ReadField = (field: number, reader: PbfReader) => void;

/**
 * Calls `read` for each field of a file that is one message. Holds no more of the file than a chunk or the longest field. Throws if
 * the file is damaged or cut off.
 */
export async function eachField(path: string, read: ReadField): Promise<void> {
  await useFile(path, async (file) => {
    let bytes = Buffer.allocUnsafe(CHUNK);
    let length = 0;
    for (let isLast = false; !isLast;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      isLast = bytesRead === 0;
      length += bytesRead;
      const done = readWhole(bytes.subarray(0, length), isLast ? 1 : LONGEST_HEAD, read);
      bytes.copyWithin(0, done, length);
      length -= done;
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
    }
    if (length > 0) throw new Error('the last field is cut off');
  });
}

/** Reads the complete fields, as long as at least `least` bytes are left. Returns how many bytes were read. */
function readWhole(bytes: Uint8Array, least: number, read: ReadField): number {
  const reader = new PbfReader(bytes);
  let done = 0;
  for (; bytes.length - done >= least; done = reader.pos) {
    const field = reader.nextField();
    if (field === 0) throw new Error('a field has no number');
    const value = reader.pos;
    reader.skip(reader.type);
    const end = reader.pos;
    if (end > bytes.length) break;
    reader.pos = value;
    read(field, reader);
    if (reader.pos === value) reader.pos = end;
    if (reader.pos !== end) throw new Error('a field has another length than it tells');
  }
  return done;
}

/** The position behind the numbers in the field whose value comes next. Throws if it lies outside of the file. */
export function endOfNumbers(reader: PbfReader): number {
  const end = reader.readPackedEnd();
  if (end > reader.length) throw new Error('a list of numbers is longer than its field');
  return end;
}

/** Reads the numbers of the message that comes next. `names`: of its fields, in order; 0 for a field that is missing. */
export function readNumbers<K extends string>(
  reader: PbfReader,
  names: readonly K[],
  readOther: ReadField = () => undefined,
): Record<K, number> {
  const numbers = Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;
  reader.readMessage((field) => {
    const name = names[field - 1] as K | undefined;
    if (name === undefined) readOther(field, reader);
    else numbers[name] = reader.readVarint(true);
  }, undefined);
  return numbers;
}

/** A 64-bit integer as `high` × 2^28 + `low`: a single number would lose digits. */
export interface Wide {
  readonly high: number;
  readonly low: number;
}

export const ZERO: Wide = { high: 0, low: 0 };
const LOW = 2 ** 28;

/** Reads a signed 64-bit integer. */
export function readWide(reader: PbfReader): Wide {
  const { buf } = reader;
  let [high, low] = [0, 0];
  for (let place = 0, scale = 1; ; place++, scale = place === 4 ? 1 : scale * 128) {
    const byte = buf[reader.pos++];
    if (place < 4) low += (byte & 127) * scale;
    // The tenth byte has one bit, the sign.
    else if (place < 9) high += (byte & 127) * scale;
    else if (place === 9) high += (byte & 1) * scale;
    else throw new Error('a number has too many bytes');
    if (!(byte > 127)) return { high: high < 2 ** 35 ? high : high - 2 ** 36, low };
  }
}

export const differenceOf = (a: Wide, b: Wide): number => (a.high - b.high) * LOW + (a.low - b.low);

/** As a number if that is exact, otherwise as a bigint. */
export const wholeOf = ({ high, low }: Wide): number | bigint =>
  Math.abs(high) < 2 ** 25 ? high * LOW + low : BigInt(high) * BigInt(LOW) + BigInt(low);
