/** Lists and objects that are in the window as a whole, in any spelling: blanks, keys in any order, escapes in keys. */
import { plainKey } from './host';
import { Status, status, stop } from '../shared/status';
import { fail, Problem, windowEnd } from './status';
import { isDigit, space, stringStop } from './text';
import { beginSkip, skip } from './values';

/** Behind the list or object that was gone over last; 0 where that failed. */
export let closed: usize = 0;

/** The first entry of the list at `p`, or the first key of the object there; 0 if it is empty. `close`: the bracket that ends it. */
export function firstIn(p: usize, close: u8): usize {
  p = space(p + 1);
  if (load<u8>(p) != close) return p;
  closed = p + 1;
  return 0;
}

/** The next one, from behind a value on; 0 behind the last. */
export function nextIn(p: usize, close: u8): usize {
  p = space(p);
  const c = load<u8>(p);
  if (c == 0x2c) return space(p + 1);
  closed = c == close ? p + 1 : 0;
  return closed != 0 ? 0 : fail(Problem.badJson, p);
}

/** The next key of an object, from behind a value on; the same one again where `passMember` wrote it anew. */
export function keyBehind(p: usize, key: usize): usize {
  if (load<u16>(p) == 0x222c) return p + 1;
  return p == key ? key : nextIn(p, 0x7d);
}

/**
 * Behind the member whose key is at `key`, and is none of those that are known by their bytes. A key with escapes, or with blanks behind
 * it, may be one of them in another spelling: it is written anew without these, in its place, and not passed.
 */
export function passMember(key: usize): usize {
  if (load<u8>(key) != 0x22) return fail(Problem.badJson, key);
  let p = stringStop(key + 1);
  const hasEscapes = load<u8>(p) == 0x5c;
  while (load<u8>(p) == 0x5c) p = stringStop(p + 2);
  if (load<u8>(p) != 0x22) return fail(Problem.badJson, p);
  const colon = space(p + 1);
  if (load<u8>(colon) != 0x3a) return fail(Problem.badJson, colon);
  if (colon == p + 1 && !hasEscapes) return passValue(space(p + 2));
  const end = key + <usize>(hasEscapes ? plainKey(key, p + 1 - key) : p + 1 - key);
  if (end == key) return fail(Problem.badJson, key);
  store<u8>(colon, 0x20);
  store<u8>(end, 0x3a);
  // Some escapes are needed, in keys that nobody needs.
  return load<u8>(stringStop(key + 1)) == 0x5c ? passValue(space(end + 1)) : key;
}

/** Behind the value at `p`, of which nothing is of interest here. */
export function passValue(p: usize): usize {
  let q = p;
  while (isDigit(load<u8>(q))) q++;
  if (q > p && (load<u8>(q) == 0x2c || load<u8>(q) == 0x7d)) return q;
  beginSkip();
  q = skip(p, windowEnd);
  if (status != Status.done) return 0;
  stop(Status.more);
  return q;
}
