import { KernelInstance } from '../kernels/kernel-instance.ts';
import { instantiate, type Kernel } from '../kernels/profile/kernel.generated.ts';
import { allRows, pickRows } from './growing-column.ts';

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

  /** The pairs that `write` writes, by their first number, the most time first. It returns how many there are. */
  pairs(write: () => number) {
    const count = write();
    const { pairFirst, pairSecond, pairTime } = this.exports;
    const first = this.int32(pairFirst.value, count);
    const time = this.float64(pairTime.value, count);
    const order = allRows(count).sort((a, b) => first[a] - first[b] || time[b] - time[a]);
    return pickRows({ first, second: this.int32(pairSecond.value, count), time }, order);
  }
}
