/** Keys of the objects in the list of nodes. */
import { parseKey } from './host';
import { fail, Problem } from './status';
import {
  at,
  CALL_FRAME,
  CHILDREN,
  HIT_COUNT,
  ID,
  LINE,
  PARENT,
  POSITION_TICKS,
  space,
  stringStop,
  TICKS,
} from './text';
import { skipInside } from './values';

/** Keys of interest, spelled as in the file. */
export const enum Key {
  other,
  id,
  callFrame,
  hitCount,
  children,
  positionTicks,
  parent,
  line,
  ticks,
}

export let keyFound: i32 = 0;

/** The key at `p`, written in any legal way; sets `keyFound` (0 for one of no interest), returns where its value stands. */
export function anyKey(p: usize): usize {
  if (load<u8>(p) != 0x22) return fail(Problem.badJson, p);
  const stop = stringStop(p + 1);
  let end = stop + 1;
  if (load<u8>(stop) == 0x22) keyFound = keyOf(p, end - p);
  else {
    end = skipInside(p);
    if (end == 0) return 0;
    keyFound = parseKey(p + 1, end - p - 2);
    if (keyFound < 0) return fail(Problem.badJson, p);
  }
  const colon = space(end);
  if (load<u8>(colon) != 0x3a) return fail(Problem.badJson, colon);
  return colon + 1;
}

/** The key, `length` bytes with its quotes, where none of them is escaped. */
function keyOf(p: usize, length: usize): i32 {
  switch (<i32>length) {
    case 4:
      return at(p, ID, 4) ? Key.id : 0;
    case 6:
      return at(p, LINE + 1, 6) ? Key.line : 0;
    case 7:
      return at(p, TICKS + 1, 7) ? Key.ticks : 0;
    case 8:
      return at(p, PARENT, 8) ? Key.parent : 0;
    case 10:
      return at(p, HIT_COUNT, 10) ? Key.hitCount : at(p, CHILDREN, 10) ? Key.children : 0;
    case 11:
      return at(p, CALL_FRAME, 11) ? Key.callFrame : 0;
    case 15:
      return at(p, POSITION_TICKS, 15) ? Key.positionTicks : 0;
  }
  return 0;
}
