/** Keys that are written in an unusual way. */
import { parseKey } from './host';
import { BAD_JSON, fail } from './status';
import { space } from './text';
import { skipInside } from './values';

export let keyFound: i32 = 0;

/** A key written in any legal way; sets `keyFound`, returns where its value stands. */
export function anyKey(p: usize): usize {
  if (load<u8>(p) != 0x22) return fail(BAD_JSON, p);
  const end = skipInside(p);
  if (end == 0) return 0;
  keyFound = parseKey(p + 1, end - p - 2);
  if (keyFound < 0) return fail(BAD_JSON, p);
  const colon = space(end);
  if (load<u8>(colon) != 0x3a) return fail(BAD_JSON, colon);
  return colon + 1;
}
