import type { Protocol } from 'devtools-protocol';
import { type FunctionPlace, lastAtOrBelow } from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import { type CoveredScripts, coveredScript } from './ask-scripts.ts';
import type { ScriptText } from './file-texts.ts';
import type { KnownText } from './script-texts.ts';

/**
 * What the recording of a profile says of scripts. `functions`: where theirs are. `hasFiles`: their texts are on disk, and a source
 * map tells all that another text would.
 */
export function noteSampled(known: readonly KnownText[], functions: CoveredScripts, hasFiles = true): RecordedScript[] {
  return known.map(({ script, text, note: { source, ...note } }) => {
    const hasMap = note.sourceMap !== undefined || (hasFiles && note.sourceMapUrl !== undefined);
    const isNeeded = !hasMap || (!hasFiles && text?.text !== undefined);
    const covered = coveredScript(functions, script);
    const noted = covered && text && noteFunctions(covered, text);
    return { ...note, ...(isNeeded && { source }), ...(noted && { functions: noted }) };
  });
}

/**
 * The scripts of a profile, each url once, from its nodes or frames and how many samples each has. `id`: V8's number; of several that have
 * the url, the first with samples. `samples`: that ended in it. `functions`: where they begin, but for the top level.
 */
export function findSampledScripts(
  frames: Iterable<{ readonly callFrame: Protocol.Runtime.CallFrame; readonly hits: number }>,
) {
  const scripts = new Map<string, { id: number; samples: number; readonly places: Map<string, FunctionPlace> }>();
  for (const { callFrame, hits } of frames) {
    const { url, scriptId, lineNumber, columnNumber } = callFrame;
    if (url === '' || url === RECORDER_SCRIPT || url.startsWith('node:')) continue;
    let script = scripts.get(url);
    if (!script) scripts.set(url, (script = { id: Number(scriptId), samples: 0, places: new Map() }));
    script.samples += hits;
    if (lineNumber > 0 || columnNumber > 0)
      script.places.set(`${lineNumber}:${columnNumber}`, { line: lineNumber + 1, column: columnNumber });
  }
  return [...scripts].map(([url, { places, ...known }]) => ({ url, ...known, functions: [...places.values()] }));
}

type Covered = Protocol.Profiler.ScriptCoverage;

/** Where the functions of a script begin and end, in order of their starts and without the script's top level. */
function noteFunctions(
  script: Covered,
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
function functionsInOrder({ functions }: Covered, length: number): Covered['functions'] {
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
