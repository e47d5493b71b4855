/** How a call ended, and what it says besides. */
export const MORE: i32 = 0;
export const DONE: i32 = 1;
export const ROOM: i32 = 2;
export const FAILED: i32 = 3;

/** Where the last call stopped. */
export let stoppedAt: usize = 0;
/** How many numbers the last call wrote. */
export let written: u32 = 0;

export function stopAt(p: usize): void {
  stoppedAt = p;
}

export function setWritten(count: u32): void {
  written = count;
}
