import type { MappingRequest, PositionTable } from '../profile/index.ts';
import { findNamesInText } from './function-names.ts';
import type { LoadedMap } from './loaded-map.ts';

/** Where names of functions stand; `frame`: whose they are. */
export interface AskedNames {
  readonly frame: number[];
  readonly line: number[];
  readonly column: number[];
}

/**
 * Where the functions' names stand, if the map has names. Without the text only `name(` can be found, by its length: a
 * segment with a name that begins exactly there is that name.
 */
export function namePositions(
  { positions, frames: { name: nameOf, position } }: MappingRequest,
  loaded: LoadedMap,
  frames: readonly number[],
): AskedNames {
  const names: AskedNames = { frame: [], line: [], column: [] };
  if (loaded.data.names.count === 0 || frames.length === 0) return names;
  const rows = frames.filter((frame) => nameOf[frame] !== '' && isKnown(positions, position[frame]));
  const places = new Int32Array(rows.length * 2);
  for (let i = 0; i < rows.length; i++) {
    places[i * 2] = positions.line[position[rows[i]]];
    places[i * 2 + 1] = positions.column[position[rows[i]]];
  }
  const text = loaded.text();
  const written = rows.map((frame) => nameOf[frame]);
  const back = text === undefined ? written.map((name) => name.length) : findNamesInText(text, places, written);
  for (let i = 0; i < rows.length; i++) {
    const column = places[i * 2 + 1] - back[i];
    if (back[i] < 0 || column < 0) continue;
    names.frame.push(rows[i]);
    names.line.push(places[i * 2]);
    names.column.push(column);
  }
  return names;
}

const isKnown = ({ line, column }: PositionTable, row: number): boolean => line[row] >= 1 && column[row] >= 0;

/** Gives frames the names that were found; `first`: the row of the first of them. */
export function nameFrames(
  nameOf: string[],
  frames: readonly number[],
  first: number,
  names: ReadonlyMap<number, string>,
): void {
  for (let i = 0; i < frames.length; i++) nameOf[frames[i]] = names.get(first + i) ?? nameOf[frames[i]];
}
