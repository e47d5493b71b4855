/** Numbers from 0 to 1 that look random, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many of a list, at random, in the list's order. */
export function pick<T>(list: readonly T[], count: number, random: () => number): T[] {
  const keys = list.map((_, i) => ({ i, key: random() }));
  const chosen = keys.sort((a, b) => a.key - b.key).slice(0, count);
  return chosen.sort((a, b) => a.i - b.i).map(({ i }) => list[i]);
}
