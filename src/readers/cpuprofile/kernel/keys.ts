/** Keys of the objects in the list of nodes. */
import { parseKey } from './host';
import { BAD_JSON, fail } from './status';
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

// Numbers of the keys; `keys` in scanner.ts has them in this order.
export const ID_KEY: i32 = 1;
export const CALL_FRAME_KEY: i32 = 2;
export const HIT_COUNT_KEY: i32 = 3;
export const CHILDREN_KEY: i32 = 4;
export const TICKS_KEY: i32 = 5;
export const PARENT_KEY: i32 = 6;
export const LINE_KEY: i32 = 7;
export const COUNT_KEY: i32 = 8;

export let keyFound: i32 = 0;

/** The key at `p`, written in any legal way; sets `keyFound` (0 for one of no interest), returns where its value stands. */
export function anyKey(p: usize): usize {
  if (load<u8>(p) != 0x22) return fail(BAD_JSON, p);
  const stop = stringStop(p + 1);
  let end = stop + 1;
  if (load<u8>(stop) == 0x22) keyFound = keyOf(p, end - p);
  else {
    end = skipInside(p);
    if (end == 0) return 0;
    keyFound = parseKey(p + 1, end - p - 2);
    if (keyFound < 0) return fail(BAD_JSON, p);
  }
  const colon = space(end);
  if (load<u8>(colon) != 0x3a) return fail(BAD_JSON, colon);
  return colon + 1;
}

/** The key, `length` bytes with its quotes, where none of them is escaped. */
function keyOf(p: usize, length: usize): i32 {
  switch (<i32>length) {
    case 4:
      return at(p, ID, 4) ? ID_KEY : 0;
    case 6:
      return at(p, LINE + 1, 6) ? LINE_KEY : 0;
    case 7:
      return at(p, TICKS + 1, 7) ? COUNT_KEY : 0;
    case 8:
      return at(p, PARENT, 8) ? PARENT_KEY : 0;
    case 10:
      return at(p, HIT_COUNT, 10) ? HIT_COUNT_KEY : at(p, CHILDREN, 10) ? CHILDREN_KEY : 0;
    case 11:
      return at(p, CALL_FRAME, 11) ? CALL_FRAME_KEY : 0;
    case 15:
      return at(p, POSITION_TICKS, 15) ? TICKS_KEY : 0;
  }
  return 0;
}
