import { findLineStarts } from '../profile/index.ts';

/** Functions of a script as the recording notes them: four numbers each, line (1-based) and column of start and end. */
export interface NotedFunctions {
  readonly names: readonly string[];
  readonly ranges: readonly number[];
}

/** A script of `Profiler.getBestEffortCoverage`: each function's first range is the whole of it, in UTF-16 offsets. */
export interface CoveredScript {
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number }[];
  }[];
}

/** Where the functions of a script begin and end, in order of their starts and without the script's top level. */
export function noteFunctions(script: CoveredScript, source: string): NotedFunctions {
  const starts = findLineStarts(source);
  const functions = script.functions
    .map(({ functionName, ranges: [range] }) => ({ functionName, ...range }))
    .filter(({ startOffset, endOffset }) => startOffset > 0 || endOffset < source.length)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  return {
    names: functions.map(({ functionName }) => functionName),
    ranges: functions.flatMap(({ startOffset, endOffset }) => [
      ...positionOf(starts, startOffset),
      ...positionOf(starts, endOffset),
    ]),
  };
}

function positionOf(starts: Int32Array, offset: number): [line: number, column: number] {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle;
  }
  return [low + 1, offset - starts[low]];
}
