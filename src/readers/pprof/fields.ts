import { PbfReader } from 'pbf';
import { useFile } from '../use-file.ts';

/** Bytes that are read at once. */
const CHUNK = 1 << 20;
/** Bytes of the longest tag with the longest length behind it. */
const LONGEST_HEAD = 20;

/** Reads the value of a field, at which the reader stands, or leaves it alone. */
export type ReadField = (field: number, reader: PbfReader) => void;

/** Goes through the fields of the message that a file is; no more of it is held than the longest one. Throws if it is damaged or cut off. */
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

/** Reads the fields that are there as a whole, while at least so many bytes are left; gives how many bytes they have. */
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

/** Where the numbers end that a field holds, at whose value the reader stands. */
export function endOfNumbers(reader: PbfReader): number {
  const end = reader.readPackedEnd();
  if (end > reader.length) throw new Error('a list of numbers is longer than its field');
  return end;
}

/** The numbers of the message at which the reader stands, by the names of their fields in order; 0 for those that it has not. */
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

/** An integer of 64 bits, of which one number may lose digits: `high` times 2^28 and `low`. */
export interface Wide {
  readonly high: number;
  readonly low: number;
}

export const ZERO: Wide = { high: 0, low: 0 };
const LOW = 2 ** 28;

/** A signed one. */
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

/** The whole as a number where that holds it. */
export const wholeOf = ({ high, low }: Wide): number | bigint =>
  Math.abs(high) < 2 ** 25 ? high * LOW + low : BigInt(high) * BigInt(LOW) + BigInt(low);
