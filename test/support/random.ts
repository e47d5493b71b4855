/** A sequence of random numbers that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1 (mulberry32). */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From the standard normal distribution (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share());
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.share() * end);
  }

  /** One of the items, of which there is at least one. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  /** So many of the items, in their order. */
  choose<T>(items: readonly T[], count: number): T[] {
    const keys = items.map((_, i) => ({ i, key: this.share() }));
    const chosen = keys.sort((a, b) => a.key - b.key).slice(0, count);
    return chosen.sort((a, b) => a.i - b.i).map(({ i }) => items[i]);
  }
}
