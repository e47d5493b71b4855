import { Random } from '../../support/random.ts';
import type { TimedRow } from '../../../src/compare/tell-rows-apart.ts';

/** How runs of a made-up program differ by themselves. */
export interface Noise {
  /** Standard deviation of the logarithm of a run's speed. */
  readonly speed: number;
  /** Variance of a line's samples over what chance alone gives. */
  readonly excess: number;
  /** How often a line takes up to six times as long in a run, as when it is compiled late. */
  readonly jumps: number;
}

export const quiet: Noise = { speed: 0.03, excess: 1.5, jumps: 0 };
export const busy: Noise = { speed: 0.15, excess: 2, jumps: 0.005 };

/** Makes runs of a program of 60 lines, of 3000 samples each: one hot line of a given share, and others that get rarer. */
export class Simulation {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** `factor`: how much longer the hot line, row 0, takes after; `drift`: how much longer everything takes. */
  compare(runs: number, hot: number, noise: Noise, { factor = 1, drift = 1 } = {}): TimedRow[] {
    const rest = Array.from({ length: 60 }, (_, i) => 1 / (i + 2));
    const sum = rest.reduce((total, weight) => total + weight, 0);
    const shares = [hot, ...rest.map((weight) => (weight / sum) * (1 - hot))];
    const side = (slower: number, pace: number): number[][] =>
      Array.from({ length: runs }, () => this.#run(shares, noise, slower, pace));
    const [before, after] = [side(1, 1), side(factor, drift)];
    return shares.map((_, row) => ({ before: before.map((run) => run[row]), after: after.map((run) => run[row]) }));
  }

  #run(shares: readonly number[], { speed, excess, jumps }: Noise, slower: number, drift: number): number[] {
    const pace = drift * Math.exp(speed * this.#random.normal());
    return shares.map((share, row) => {
      const jump = this.#random.share() < jumps ? 1 + 5 * this.#random.share() : 1;
      const mean = share * 3000 * pace * jump * (row === 0 ? slower : 1);
      const rate = mean * Math.max(0.1, 1 + Math.sqrt((excess - 1) / Math.max(1, mean)) * this.#random.normal());
      return this.#poisson(rate);
    });
  }

  #poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.#random.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.#random.share(); product > limit; product *= this.#random.share()) count++;
    return count;
  }
}
