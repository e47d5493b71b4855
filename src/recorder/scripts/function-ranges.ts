import type { Protocol } from 'devtools-protocol';
import { lastAtOrBelow } from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import type { ScriptText } from './file-texts.ts';

/** A script of V8's coverage: each function's first range is the whole of it, in UTF-16 offsets. */
export type CoveredScript = Pick<Protocol.Profiler.ScriptCoverage, 'functions'>;

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

/** V8 names the top level first. A function can be the whole of the text too: `vm` is given many such. */
function functionsInOrder({ functions }: CoveredScript, length: number): CoveredScript['functions'] {
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
