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

/** Before the first `write` of a call. */
export function beginWriting(): void {
  written = 0;
}

/** Adds a number to those of this call, which stand at `out`. */
export function write(out: usize, value: u32): void {
  store<u32>(out + ((<usize>written) << 2), value);
  written++;
}
