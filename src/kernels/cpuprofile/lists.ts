/** Where in a list the scan stands. */
import { Status, stop } from '../shared/status';
import { fail, Problem } from './status';
import { space } from './text';

const FIRST: i32 = 0; // behind [
const BEHIND: i32 = 1; // behind an entry
const NEXT: i32 = 2; // behind a comma
let listState: i32 = FIRST;

/** Call before a scan of a list, behind the list's bracket. */
export function beginList(): void {
  listState = FIRST;
}

export let itemAt: usize = 0;

/** Where the next item of a list stands. 0 when there is none here: `itemAt` is where to go on, `status` says why. */
export function nextItem(p: usize): usize {
  // As most are: behind a comma. Whether it is an item at all, its reader will say.
  if (listState == BEHIND && load<u8>(p) == 0x2c && load<u8>(p + 1) > 0x20) {
    listState = NEXT;
    return p + 1;
  }
  return anyItem(p);
}

function anyItem(from: usize): usize {
  let p = space(from);
  let c = load<u8>(p);
  if (c == 0x2c && listState == BEHIND) {
    listState = NEXT;
    p = space(p + 1);
    c = load<u8>(p);
  } else if (c == 0x5d && listState != NEXT) {
    stop(Status.done);
    itemAt = p + 1;
    return 0;
  } else if (listState == BEHIND) {
    fail(Problem.badJson, p);
    itemAt = p;
    return 0;
  }
  return p;
}

/** Call behind each item. */
export function endItem(): void {
  listState = BEHIND;
}
