import { findLineStarts, lastAtOrBelow } from '../../core/index.ts';
import type { CountedScript } from '../../recording/call-counts.ts';
import type { RecordedScript } from '../../recording/index.ts';
import type { ScriptText } from './file-texts.ts';

/** A script of V8's coverage: each function's first range is the whole of it, in UTF-16 offsets. */
export interface CoveredScript {
  readonly functions: readonly CoveredFunction[];
}

interface CoveredFunction {
  readonly functionName: string;
  /** `count`: how often it was entered, where that was counted. */
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}

/** Where the functions of a script begin and end, in order of their starts and without the script's top level. */
export function noteFunctions(
  script: CoveredScript,
  { starts, length }: Pick<ScriptText, 'starts' | 'length'>,
): NonNullable<RecordedScript['functions']> {
  const functions = functionsInOrder(script, length);
  return {
    names: functions.map(({ functionName }) => functionName),
    ranges: functions.flatMap(({ ranges: [{ startOffset, endOffset }] }) => [
      ...positionOf(starts, startOffset),
      ...positionOf(starts, endOffset),
    ]),
  };
}

/** The calls of a script's functions, for scripts whose calls were counted. */
export function noteCalls(script: CoveredScript, source: string): Omit<CountedScript, 'url'> {
  const functions = functionsInOrder(script, source.length);
  const starts = findLineStarts(source);
  return {
    names: functions.map(({ functionName }) => functionName),
    definitions: functions.flatMap(({ ranges: [{ startOffset }] }) =>
      positionOf(starts, definitionOffset(source, startOffset)),
    ),
    // V8 counts to 2³² and the inspector takes the upper half of that for negative numbers.
    calls: functions.map(({ ranges: [{ count }] }) => count >>> 0),
  };
}

/** Coverage begins at `async`, `function` or a method's name; profiles, and source maps' names, at the parameters. */
function definitionOffset(source: string, startOffset: number): number {
  const head =
    /(?:(?:static|async|get|set|function)\b\s*|\*\s*)*(?:[\p{ID_Continue}$#.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[[^[\]()'"`]*\])\s*\(/suy;
  head.lastIndex = startOffset;
  return head.test(source) ? head.lastIndex - 1 : startOffset;
}

/** V8 names the top level first. A function can be the whole of the text too: `vm` is given many such. */
function functionsInOrder({ functions }: CoveredScript, length: number): CoveredFunction[] {
  const inOrder = [...functions].sort(
    ({ ranges: [a] }, { ranges: [b] }) => a.startOffset - b.startOffset || b.endOffset - a.endOffset,
  );
  const first = inOrder.at(0)?.ranges[0];
  return first?.startOffset === 0 && first.endOffset >= length ? inOrder.slice(1) : inOrder;
}

function positionOf(starts: Int32Array, offset: number): [line: number, column: number] {
  const line = lastAtOrBelow(starts, offset);
  return [line + 1, offset - starts[line]];
}
