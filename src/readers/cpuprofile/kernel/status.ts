/** How the last call ended, and what the host and the scans share. */

// Status of the last call.
export const MORE: i32 = 0;
export const DONE: i32 = 1;
export const ROOM: i32 = 2;
export const FAILED: i32 = 3;
export let status: i32 = MORE;

// Problems: `problems` in scanner.ts has their sentences, in this order.
export const BAD_JSON: i32 = 1;
export const TOO_DEEP: i32 = 2;
export const NOT_AN_OBJECT: i32 = 3;
export const NOT_A_NUMBER: i32 = 4;
export const BAD_ID: i32 = 5;
export const NO_ID: i32 = 6;
export const NO_FRAME: i32 = 7;
export const BAD_CHILDREN: i32 = 8;
export const BAD_TICKS: i32 = 9;
export const BAD_TIME: i32 = 10;
export const SAME_ID: i32 = 11;
export const TWO_PARENTS: i32 = 12;
export const UNKNOWN_NODE: i32 = 13;
export let problem: i32 = 0;
export let problemAt: usize = 0;
/** The id that the problem is about, where its sentence has a place for one. */
export let problemId: f64 = 0;

export let windowEnd: usize = 0;

/** Begins a call that goes over the bytes before `end`, with zeros behind them. */
export function openWindow(end: usize): void {
  windowEnd = end;
  store<u64>(end, 0);
  store<u64>(end + 8, 0);
  status = MORE;
}

/** Ends a call, with MORE or DONE. */
export function stop(how: i32): void {
  status = how;
}

/** Ends a call at a problem, unless it is only the window's end that makes it one. Returns 0. */
export function fail(code: i32, p: usize): usize {
  if (p >= windowEnd) {
    status = MORE;
    return 0;
  }
  status = FAILED;
  problem = code;
  problemAt = p;
  return 0;
}

export function failOn(code: i32, id: f64, p: usize): usize {
  problemId = id;
  return fail(code, p);
}

// What must grow after ROOM: `Room` in kernel-instance.ts.
export const FRAME_SLOTS: i32 = 0;
export const FRAME_TEXT: i32 = 1;
export const SPARSE_IDS: i32 = 2;
export let roomFor: i32 = FRAME_SLOTS;
/** What must have room to go on: bytes of text, or ids. */
export let roomNeeded: usize = 0;

/** Ends a call that needs more memory to go on. */
export function askRoom(kind: i32, needed: usize): void {
  status = ROOM;
  roomFor = kind;
  roomNeeded = needed;
}
