import { mapKernel, WINDOW } from './map-kernel.ts';
import { CorruptMapError, type MapSection, type SourceMapData } from './source-map-data.ts';

/**
 * What is asked of one source map: generated positions in order of line, then column. Lines 1-based, columns 0-based;
 * column -1 asks for the original of the whole line and stands before the line's other queries.
 */
export interface Queries {
  readonly line: Int32Array;
  readonly column: Int32Array;
}

/**
 * The answers, row by row: source (index, -1 unmapped), original line (1-based) and column (0-based), name (index, -1 none)
 * and the generated column at which the segment begins. A line as a whole has a source if all of its segments are of one original
 * line, and a column if they are of one column; `segment` is its last one.
 */
export interface MapAnswers {
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  readonly name: Int32Array;
  readonly segment: Int32Array;
  /** The last generated line (1-based) that has a segment; 0 for none. */
  readonly lastLine: number;
}

type MapKernel = ReturnType<typeof mapKernel>;

/** In each column of the answers, in the order of `beginScan`: what it is where nothing is known. */
const UNANSWERED = [-1, 0, -1, -1, -1];
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
  const [lines, columns, answers] = kernel.layOut([queries.line, queries.column, count * UNANSWERED.length]);
  const columnAt = (i: number): Int32Array => kernel.int32(answers + i * count * 4, count);
  for (const [i, value] of UNANSWERED.entries()) columnAt(i).fill(value);
  exports.beginScan(lines, columns, count, answers);
  for (const [i, section] of sections.entries()) {
    const until = i + 1 < sections.length ? sections[i + 1] : NOWHERE;
    exports.beginSection(section.line + 1, section.column, until.line + 1, until.column);
    exports.setLists(section.firstSource, section.sources, section.firstName, section.names);
    scanWindows(kernel, section);
  }
  exports.endScan();
  const [source, line, column, name, segment] = UNANSWERED.map((_, i) => columnAt(i).slice());
  return { source, line, column, name, segment, lastLine: exports.lastLine.value };
}

function scanWindows(kernel: MapKernel, { bytes, start, end }: MapSection): void {
  const { exports, window } = kernel;
  for (let from = start; from < end;) {
    const windowEnd = kernel.fill(bytes, from, end);
    const cut = from + WINDOW >= end ? windowEnd : lastSeparator(kernel, windowEnd);
    if (exports.scan(window, cut) === 0)
      throw new CorruptMapError(
        `its mappings are damaged at character ${from - start + exports.problemAt.value - window}`,
      );
    from += cut - window;
  }
}

/** The index behind the last comma or semicolon of the window; without any the kernel will find out what is wrong. */
function lastSeparator(kernel: MapKernel, windowEnd: number): number {
  const memory = kernel.uint8(0, windowEnd);
  for (let at = windowEnd - 1; at >= kernel.window; at--) if (memory[at] === 0x2c || memory[at] === 0x3b) return at + 1;
  return windowEnd;
}
