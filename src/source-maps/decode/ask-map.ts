import { Limit, Status } from '../../kernels/source-maps/kernel.generated.ts';
import { mapKernel, WINDOW } from './map-kernel.ts';
import type { Answers, Queries, Run } from './queries.ts';
import { CorruptMapError, type MapSection, type SourceMapData } from './source-map-data.ts';

/** Answers, and the last generated line (1-based) that has a segment; 0 for none. */
export interface MapAnswers {
  readonly answers: Answers;
  readonly lastLine: number;
}

type MapKernel = ReturnType<typeof mapKernel>;

const ANSWER_COLUMNS = 8;
const RUN_ROOM = 64 * Limit.runs;
/** In place of where the last section ends. */
const NOWHERE = { line: 0x7ffffffe, column: 0 };

/**
 * Answers sorted queries from a map in one pass over the mappings of all its sections. A column is looked up as the greatest lower
 * bound within its line and section. Throws `CorruptMapError`.
 */
export function askMap({ sections }: SourceMapData, queries: Queries): MapAnswers {
  const kernel = mapKernel();
  const { exports } = kernel;
  const count = queries.line.length;
  const room = [count * ANSWER_COLUMNS, RUN_ROOM * 4];
  const [lines, columns, answers, runs] = kernel.layOut([queries.line, queries.column, ...room]);
  clearAnswers(kernel.int32(answers, count * ANSWER_COLUMNS), count);
  exports.beginScan(lines, columns, count, answers, runs, RUN_ROOM);
  const taken: Run[] = [];
  for (const [i, section] of sections.entries()) {
    const until = i + 1 < sections.length ? sections[i + 1] : NOWHERE;
    exports.beginSection(section.line + 1, section.column, until.line + 1, until.column);
    exports.setLists(section.firstSource, section.sources, section.firstName, section.names);
    scanWindows(kernel, section, () => takeRuns(kernel, runs, taken));
  }
  exports.endScan();
  takeRuns(kernel, runs, taken);
  return {
    answers: takeAnswers(kernel, answers, count, taken),
    lastLine: exports.lastLine.value,
  };
}

function scanWindows(kernel: MapKernel, section: MapSection, makeRoom: () => void): void {
  const { exports, window } = kernel;
  const { bytes, end } = section;
  for (let from = section.start; from < end;) {
    const windowEnd = kernel.fill(bytes, from, end);
    const cut = from + WINDOW >= end ? windowEnd : lastSeparator(kernel, windowEnd);
    let at = window;
    do {
      at = exports.scan(at, cut);
      const place = from - section.start + exports.problemAt.value - window;
      if (exports.status.value === Status.failed)
        throw new CorruptMapError(`its mappings are damaged at character ${place}`);
      makeRoom();
    } while (exports.status.value === Status.room);
    from += cut - window;
  }
}

/** The index behind the last comma or semicolon of the window; without any the kernel will find out what is wrong. */
function lastSeparator(kernel: MapKernel, windowEnd: number): number {
  const memory = kernel.uint8(0, windowEnd);
  for (let at = windowEnd - 1; at >= kernel.window; at--) if (memory[at] === 0x2c || memory[at] === 0x3b) return at + 1;
  return windowEnd;
}

/** In the order of the columns in `beginScan`. */
function clearAnswers(columns: Int32Array, count: number): void {
  for (const [i, value] of [-1, 0, -1, -1, -1, 0, 0, 0].entries()) columns.fill(value, i * count, (i + 1) * count);
}

function takeAnswers(kernel: MapKernel, address: number, count: number, runs: Run[]): Answers {
  const [source, line, column, name, segment, runStart, runCount, overflow] = Array.from(
    { length: ANSWER_COLUMNS },
    (_, i) => kernel.int32(address + i * count * 4, count).slice(),
  );
  return { source, line, column, name, segment, runStart, runCount, overflow, runs };
}

function takeRuns(kernel: MapKernel, address: number, to: Run[]): void {
  const count = kernel.exports.runsWritten.value;
  const values = kernel.int32(address, count * 4);
  for (let i = 0; i < count * 4; i += 4) {
    to.push({ generatedColumn: values[i], source: values[i + 1], line: values[i + 2], column: values[i + 3] });
  }
  kernel.exports.takeRuns();
}
