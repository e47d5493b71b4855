import type { FileHandle } from 'node:fs/promises';
import { type ByteRange, bytesAt, useFile } from '../use-file.ts';
import type { BaselineOrigins } from './baseline-origins.ts';
import { LineReader } from './log-lines.ts';
import { baselineFileOf } from '../../recording/rendezvous.ts';

const NEWLINE = 0x0a;
/** The end of a log in which the place of its lines about baseline code stands. */
const TAIL = 128;

/**
 * The whole lines of notes from a byte on: all that the program had written by then, and so what belongs to all lines that V8 had
 * logged. It may still be writing, and zeros follow its last line.
 */
export async function readNotedLines(notes: FileHandle, from = 0): Promise<Buffer> {
  const written = await bytesAt(notes, from, Math.max(0, (await notes.stat()).size - from));
  const end = written.indexOf(0);
  const whole = end < 0 ? written : written.subarray(0, end);
  return whole.subarray(0, whole.lastIndexOf(NEWLINE) + 1);
}

/** All lines that were noted beside a log by now; none if there is no such file. */
export const readNotesOf = (log: string): Promise<Buffer> =>
  useFile(baselineFileOf(log), (notes) => readNotedLines(notes)).catch(() => Buffer.alloc(0));

/** Takes whole lines. Gives how many bytes they are. */
export function takeLines(lines: Buffer, origins: BaselineOrigins): number {
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(NEWLINE, start);
    origins.line(lines, start, end);
    start = end + 1;
  }
  return lines.length;
}

/** Takes the notes in a finished log, which is the bytes from `from` to before `until` of a file. */
export async function takeSealed(path: string, [from, until]: ByteRange, origins: BaselineOrigins): Promise<void> {
  const range = await findRange(path, from, until);
  if (range === undefined) return;
  await LineReader.use(path, range[0], (lines) =>
    lines.readOn((bytes, start, end) => origins.line(bytes, start, end), { until: range[1] }),
  );
}

/** Adds the last key of the recorder's line, with which a finished log ends: where in the log its lines about baseline code are. */
export const withBaseline = (facts: string, [from, until]: ByteRange): string =>
  `${facts.slice(0, -1)},"baseline":[${from},${until}]}`;

/** In bytes of the file, and within the log. */
async function findRange(path: string, from: number, end: number): Promise<ByteRange | undefined> {
  const start = Math.max(from, end - TAIL);
  const tail = await useFile(path, (file) => bytesAt(file, start, end - start));
  const match = /,"baseline":\[(\d+),(\d+)\]\}\n?$/.exec(tail.toString('latin1'));
  return match ? [from + Number(match[1]), Math.min(end, from + Number(match[2]))] : undefined;
}
