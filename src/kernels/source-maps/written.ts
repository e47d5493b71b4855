/** The numbers that a call writes. */

/** How many numbers the last call wrote. */
export let written: u32 = 0;

/** Before the first `write` of a call. */
export function beginWriting(): void {
  written = 0;
}

/** Adds a number to those of this call, which stand at `out`. */
export function write(out: usize, value: u32): void {
  store<u32>(out + ((<usize>written) << 2), value);
  written++;
}
