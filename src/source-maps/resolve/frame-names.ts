import { type FrameIndex, type IndexColumn, type MappingRequest } from '../../core/index.ts';
import { reachOfName } from './function-names.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { NamedRows } from './outcomes.ts';

/** Where names of functions stand; `frame`: whose they are. */
export interface AskedNames {
  readonly frame: IndexColumn<FrameIndex>;
  readonly line: Int32Array;
  readonly column: Int32Array;
}

/**
 * Where the functions' names stand, if the map has names. Without the text only `name(` can be found, by its length: a
 * segment with a name that begins exactly there is that name.
 */
export function namePositions(request: MappingRequest, loaded: LoadedMap, frames: readonly FrameIndex[]): AskedNames {
  return loaded.data.names.count === 0 || frames.length === 0
    ? findNames(request, undefined, [])
    : findNames(request, loaded.text(), frames);
}

// The loops stand in functions that see nothing of one mapping alone: V8 drops what it compiled with whatever of that dies.

function findNames(
  { positions, frames: { name, position } }: MappingRequest,
  text: GeneratedText | undefined,
  frames: readonly FrameIndex[],
): AskedNames {
  const frame = new Int32Array(frames.length);
  const line = new Int32Array(frames.length);
  const column = new Int32Array(frames.length);
  let count = 0;
  for (let i = 0; i < frames.length; i++) {
    const word = name[frames[i]];
    const row = position[frames[i]];
    if (word === '' || positions.line[row] < 1 || positions.column[row] < 0) continue;
    const reach =
      text === undefined ? word.length : reachOfName(text, positions.line[row], positions.column[row], word);
    if (reach < 0 || reach > positions.column[row]) continue;
    frame[count] = frames[i];
    line[count] = positions.line[row];
    column[count] = positions.column[row] - reach;
    count++;
  }
  return { frame: frame.subarray(0, count), line: line.subarray(0, count), column: column.subarray(0, count) };
}

/** Gives frames the names that were found; `first`: the row of the first of them. */
export function nameFrames(
  nameOf: string[],
  frames: IndexColumn<FrameIndex>,
  first: number,
  { row, name }: NamedRows,
): void {
  for (let i = 0; i < row.length; i++) {
    const each = name[i];
    if (row[i] >= first && each !== undefined) nameOf[frames[row[i] - first]] = each;
  }
}
