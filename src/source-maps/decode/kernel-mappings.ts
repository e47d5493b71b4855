import {
  fillWindow,
  FIRST_WINDOW,
  type Kernel,
  layOut,
  LIST,
  mapKernel,
  put,
  Status,
  take,
  WINDOW,
} from './kernel-instance.ts';
import { type Answers, MAX_RUNS, type Queries, type Run } from './queries.ts';
import type { MapSection } from './source-map-data.ts';

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
  const [lines, columns, answers, runs] = layOut(kernel, [count, count, count * ANSWER_COLUMNS, RUN_ROOM * 4]);
  put(kernel, lines, queries.line);
  put(kernel, columns, queries.column);
  clearAnswers(new Int32Array(kernel.memory.buffer, answers, count * ANSWER_COLUMNS), count);
  kernel.beginScan(lines, columns, count, answers, runs, RUN_ROOM);
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

function scanWindows(kernel: Kernel, section: MapSection, makeRoom: () => void): boolean {
  const { bytes, end } = section;
  let from = section.start;
  while (from < end) {
    const windowEnd = fillWindow(kernel, FIRST_WINDOW, bytes, from, end);
    const cut = from + WINDOW >= end ? windowEnd : lastSeparator(kernel, windowEnd);
    if (cut === undefined) return false;
    kernel.decode(FIRST_WINDOW, cut, LIST);
    let status = kernel.scan(FIRST_WINDOW, cut);
    while (status === Status.room) {
      makeRoom();
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
  const column = (i: number) => take(kernel, address + i * count * 4, count);
  const [source, line, originalColumn, name, segment] = [0, 1, 2, 3, 4].map(column);
  const ofLines =
    runs.length === 0
      ? { runStart: new Int32Array(count), runCount: new Int32Array(count), overflow: new Uint8Array(count) }
      : { runStart: column(5), runCount: column(6), overflow: Uint8Array.from(column(7)) };
  return { source, line, column: originalColumn, name, segment, ...ofLines, runs };
}

function takeRuns(kernel: Kernel, address: number, to: Run[]): void {
  const count = kernel.runsWritten.value;
  const values = new Int32Array(kernel.memory.buffer, address, count * 4);
  for (let i = 0; i < count * 4; i += 4) {
    to.push({ generatedColumn: values[i], source: values[i + 1], line: values[i + 2], column: values[i + 3] });
  }
  kernel.takeRuns();
}
