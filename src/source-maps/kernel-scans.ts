import {
  COLUMNS,
  fillWindow,
  FIRST_WINDOW,
  type Kernel,
  LIST,
  mapKernel,
  reserve,
  SECOND_WINDOW,
  Status,
  WINDOW,
} from './kernel-instance.ts';
import { type Answers, MAX_RUNS, type Queries, type Run } from './queries.ts';
import type { MapSection } from './source-map-data.ts';

/** A JSON list of strings (and nulls): where its elements begin, and the index behind it. */
export interface StringList {
  readonly starts: Uint32Array;
  readonly end: number;
}

/** Finds the elements of the JSON list whose bracket is at `open`; undefined where they are not just strings and words. */
export function scanStringList(bytes: Uint8Array, open: number): StringList | undefined {
  const kernel = mapKernel();
  const pieces: Uint32Array[] = [];
  kernel.beginStrings();
  for (let from = open + 1; from < bytes.length; from += WINDOW) {
    const end = fillWindow(kernel, FIRST_WINDOW, bytes, from, bytes.length);
    const status = kernel.scanStrings(FIRST_WINDOW, end, from, LIST);
    if (status === Status.failed) return undefined;
    if (kernel.written.value > 0)
      pieces.push(new Uint32Array(kernel.memory.buffer, LIST, kernel.written.value).slice());
    if (status === Status.done) return { starts: joined(pieces), end: from + kernel.stoppedAt.value - FIRST_WINDOW };
  }
  return undefined;
}

/** Where the lines of a text begin, by the language's own line ends (LF, CR, CRLF, U+2028, U+2029), and its end. */
export function scanLineStarts(bytes: Uint8Array): Uint32Array {
  const kernel = mapKernel();
  const pieces = [Uint32Array.of(0)];
  for (let from = 0; from < bytes.length; from += WINDOW) {
    const end = fillWindow(kernel, FIRST_WINDOW, bytes, from, bytes.length);
    kernel.scanLines(FIRST_WINDOW, end, from, LIST);
    if (kernel.written.value > 0)
      pieces.push(new Uint32Array(kernel.memory.buffer, LIST, kernel.written.value).slice());
  }
  pieces.push(Uint32Array.of(bytes.length));
  return joined(pieces);
}

/** What is left to compare of a JSON string and a text, or undefined where they differ (or something is unusual). */
export interface Rest {
  readonly json: number;
  readonly text: number;
}

/** Compares the JSON string whose first character is at `start` with a text, as far as that is quick. */
export function compareJson(bytes: Uint8Array, start: number, text: Uint8Array): Rest | undefined {
  const kernel = mapKernel();
  let json = start;
  let at = 0;
  while (bytes.length - json >= 32 && text.length - at >= 32) {
    // Escapes make it longer than the text, but rarely twice as long.
    const jsonEnd = fillWindow(
      kernel,
      FIRST_WINDOW,
      bytes,
      json,
      Math.min(bytes.length, json + (text.length - at) * 2),
    );
    const textEnd = fillWindow(kernel, SECOND_WINDOW, text, at, text.length);
    if (kernel.compare(FIRST_WINDOW, jsonEnd, SECOND_WINDOW, textEnd) === Status.failed) return undefined;
    json += kernel.stoppedAt.value - FIRST_WINDOW;
    at += kernel.comparedTo.value - SECOND_WINDOW;
  }
  return { json, text: at };
}

/** Queries in order, and for each of them the row in which it was asked. */
export interface SortedQueries {
  readonly queries: Queries;
  readonly order: Uint32Array;
}

/** Positions in order of line, then column; equal ones stay as they were. Neither may be below -1. */
export function sortQueries(line: Int32Array, column: Int32Array): SortedQueries {
  const kernel = mapKernel();
  const count = line.length;
  const at = (i: number) => COLUMNS + i * count * 4;
  reserve(kernel, at(6));
  new Int32Array(kernel.memory.buffer, at(0), count).set(line);
  new Int32Array(kernel.memory.buffer, at(1), count).set(column);
  const rows = kernel.sortRows(at(0), at(1), count, at(2), at(3), at(4), at(5));
  return {
    queries: {
      line: new Int32Array(kernel.memory.buffer, at(4), count).slice(),
      column: new Int32Array(kernel.memory.buffer, at(5), count).slice(),
    },
    order: new Uint32Array(kernel.memory.buffer, rows, count).slice(),
  };
}

/** What a pass over the mappings found; see `scanMappings`, which gives the same. */
export interface KernelScan {
  readonly answers: Answers;
  readonly lastLine: number;
  readonly isOrdered: boolean;
}

const ANSWER_COLUMNS = 8;
const RUN_ROOM = 64 * MAX_RUNS;

/** Answers sorted queries from a section's mappings in one pass; undefined where the mappings are not what they should be. */
export function scanWithKernel(section: MapSection, queries: Queries): KernelScan | undefined {
  const kernel = mapKernel();
  const count = queries.line.length;
  const answers = COLUMNS + count * 8;
  const runs = answers + count * 4 * ANSWER_COLUMNS;
  reserve(kernel, runs + RUN_ROOM * 16);
  new Int32Array(kernel.memory.buffer, COLUMNS, count).set(queries.line);
  new Int32Array(kernel.memory.buffer, COLUMNS + count * 4, count).set(queries.column);
  clearAnswers(new Int32Array(kernel.memory.buffer, answers, count * ANSWER_COLUMNS), count);
  kernel.beginScan(COLUMNS, COLUMNS + count * 4, count, answers, runs, RUN_ROOM);
  kernel.limitScan(section.sources, section.names);
  const taken: Run[] = [];
  if (!scanWindows(kernel, section, () => takeRuns(kernel, runs, taken))) return undefined;
  kernel.endScan();
  takeRuns(kernel, runs, taken);
  return {
    answers: takeAnswers(kernel, answers, count, taken),
    lastLine: kernel.lastLine.value,
    isOrdered: kernel.isOrdered.value !== 0,
  };
}

function scanWindows(kernel: Kernel, section: MapSection, take: () => void): boolean {
  const { bytes, end } = section;
  let from = section.start;
  while (from < end) {
    const windowEnd = fillWindow(kernel, FIRST_WINDOW, bytes, from, end);
    const cut = from + WINDOW >= end ? windowEnd : lastSeparator(kernel, windowEnd);
    if (cut === undefined) return false;
    let status = kernel.scan(FIRST_WINDOW, cut);
    while (status === Status.room) {
      take();
      status = kernel.scan(kernel.stoppedAt.value, cut);
    }
    if (status === Status.failed) return false;
    from += cut - FIRST_WINDOW;
  }
  return true;
}

/** The index behind the last comma or semicolon of the window. */
function lastSeparator(kernel: Kernel, windowEnd: number): number | undefined {
  const memory = new Uint8Array(kernel.memory.buffer);
  for (let at = windowEnd - 1; at >= FIRST_WINDOW; at--) if (memory[at] === 0x2c || memory[at] === 0x3b) return at + 1;
  return undefined;
}

/** In the order of the columns in `beginScan`. */
function clearAnswers(columns: Int32Array, count: number): void {
  for (const [i, value] of [-1, 0, -1, -1, -1, 0, 0, 0].entries()) columns.fill(value, i * count, (i + 1) * count);
}

function takeAnswers(kernel: Kernel, address: number, count: number, runs: Run[]): Answers {
  const column = (i: number) => new Int32Array(kernel.memory.buffer, address + i * count * 4, count).slice();
  return {
    source: column(0),
    line: column(1),
    column: column(2),
    name: column(3),
    segment: column(4),
    runStart: column(5),
    runCount: column(6),
    overflow: Uint8Array.from(column(7)),
    runs,
  };
}

function takeRuns(kernel: Kernel, address: number, to: Run[]): void {
  const count = kernel.runsWritten.value;
  const values = new Int32Array(kernel.memory.buffer, address, count * 4);
  for (let i = 0; i < count * 4; i += 4) {
    to.push({ generatedColumn: values[i], source: values[i + 1], line: values[i + 2], column: values[i + 3] });
  }
  kernel.takeRuns();
}

function joined(pieces: readonly Uint32Array[]): Uint32Array {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
