/** How the last call ended, and where. */

/** `more`: the window is used up. `room`: something has to grow before the call can go on. */
export const enum Status {
  more,
  done,
  room,
  failed,
}

/** A `Status`. */
export let status: i32 = Status.more;
/** A `Problem` after `failed`, and its address. */
export let problem: i32 = 0;
export let problemAt: usize = 0;

/** Ends a call. */
export function stop(how: i32): void {
  status = how;
}

/** Ends a call at a problem. Returns 0. */
export function failAt(code: i32, p: usize): usize {
  status = Status.failed;
  problem = code;
  problemAt = p;
  return 0;
}
