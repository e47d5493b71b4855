import { KernelInstance } from '../kernels/kernel-instance.ts';
import { instantiate, type Kernel } from '../kernels/profile/kernel.generated.ts';

/** Rows that the kernel goes over in one call. */
const STRETCH = 8_192;

/** Divides rows into stretches: each from a row to before another. */
export function stretchesOf(rows: number): readonly (readonly [number, number])[] {
  const count = Math.ceil(rows / STRETCH);
  return Array.from({ length: count }, (_, i) => [i * STRETCH, Math.min(rows, (i + 1) * STRETCH)]);
}

/** The number of rows in the longest stretch. */
export const longestStretch = (rows: number): number => Math.min(rows, STRETCH);

/** The kernel of the sums. Each analysis makes its own, which goes with the last reference to it. */
export class ProfileKernel extends KernelInstance<Kernel> {
  constructor() {
    super(instantiate(undefined));
    this.exports.setSeed(Math.random() * 2 ** 32, Math.random() * 2 ** 32);
  }

  /** The pairs that `sort` sorts, which returns how many there are. */
  pairs(sort: () => number) {
    const count = sort();
    const { pairFirst, pairSecond, pairTime } = this.exports;
    return {
      first: this.int32(pairFirst.value, count).slice(),
      second: this.int32(pairSecond.value, count).slice(),
      time: this.float64(pairTime.value, count).slice(),
    };
  }
}
