/** What becomes of the answers: whether they fit the text, which sources they have, where they were asked. */
import { i32At, setI32 } from '../shared/memory';

import { beginWriting, write } from './written';

/** Stands in `targets` for a source of the map that has no row in the host's table, and says why. */
export const enum Target {
  noOriginal = -1,
  ownMap = -2,
}

/** The first row whose segment begins behind the end of its line, -1 for none. `starts`: of the lines, and the text's end. */
export function findMisfit(lines: usize, segments: usize, count: i32, starts: usize, startCount: i32): i32 {
  for (let row = 0; row < count; row++) {
    const line = i32At(lines, row);
    const length = line < 1 || line >= startCount ? 0 : i32At(starts, line) - i32At(starts, line - 1);
    if (i32At(segments, row) > length + 1) return row;
  }
  return -1;
}

/** Writes the sources that rows have into `list`, each once, as they come. `isUsed`: zeros, a byte for each source. */
export function listSources(sources: usize, count: i32, isUsed: usize, list: usize): void {
  beginWriting();
  for (let row = 0; row < count; row++) {
    const source = i32At(sources, row);
    if (source < 0 || load<u8>(isUsed + source) != 0) continue;
    store<u8>(isUsed + source, 1);
    write(list, source);
  }
}

/** How many rows with names the last `placeRows` wrote. */
export let namesWritten: i32 = 0;

/**
 * Writes original places where their positions were asked: those whose source has a row of the host's (`targets`). Rows
 * that this cannot tell (without a column, or in a source with a map of its own) go into `rest`. Those asked from
 * `firstName` on that begin a segment with a name go into `named`, as they were asked, and their names into `names`.
 * `written` and `namesWritten` say how many.
 *
 * `answers`: columns of `count` numbers (source, line, column, name, segment, the column asked, where it was asked);
 * `placed`: such columns for the places (source, line, column).
 */
export function placeRows(
  answers: usize,
  count: i32,
  targets: usize,
  firstName: i32,
  placed: usize,
  rest: usize,
  named: usize,
  names: usize,
): void {
  const size = (<usize>count) << 2;
  beginWriting();
  namesWritten = 0;
  for (let row = 0; row < count; row++) {
    const source = i32At(answers, row);
    const target = source < 0 ? Target.noOriginal : i32At(targets, source);
    const asked = i32At(answers + size * 5, row);
    if (asked < 0 || target == Target.ownMap) write(rest, row);
    if (target < 0) continue;
    const to = i32At(answers + size * 6, row);
    setI32(placed, to, target);
    setI32(placed + size, to, i32At(answers + size, row));
    setI32(placed + size * 2, to, i32At(answers + size * 2, row));
    const name = i32At(answers + size * 3, row);
    if (to < firstName || name < 0 || i32At(answers + size * 4, row) != asked) continue;
    setI32(named, namesWritten, to);
    setI32(names, namesWritten++, name);
  }
}
