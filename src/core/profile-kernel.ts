import { KernelInstance } from '../kernels/kernel-instance.ts';
import { instantiate, type Kernel } from '../kernels/profile/kernel.generated.ts';

/** Rows that the kernel goes over in one call. */
const STRETCH = 8_192;

/** The stretches of so many rows: from each to before the other. */
export function stretchesOf(rows: number): readonly (readonly [number, number])[] {
  const count = Math.ceil(rows / STRETCH);
  return Array.from({ length: count }, (_, i) => [i * STRETCH, Math.min(rows, (i + 1) * STRETCH)]);
}

/** The most rows that a stretch of so many has. */
export const longestStretch = (rows: number): number => Math.min(rows, STRETCH);

/** The kernel of the sums. One for each recording, gone with the last reference to it. */
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
