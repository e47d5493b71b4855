/** What hashes are made of. */

export let seed: u64 = 0;

/** Keeps a recording from choosing texts and numbers that collide. */
export function setSeed(low: u32, high: u32): void {
  seed = ((<u64>high) << 32) | (<u64>low);
}

// Odd numbers with bits of no pattern.
export const K1: u64 = 0x9e3779b97f4a7c15;
export const K2: u64 = 0xd6e8feb86659fd93;
