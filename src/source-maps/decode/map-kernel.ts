import { once } from '../once.ts';
import { KernelInstance } from '../../kernels/kernel-instance.ts';
import { instantiate, type Kernel } from '../../kernels/source-maps/kernel.generated.ts';

/** Bytes of a file that are in the kernel's memory at once: they stay in the processor's cache. */
export const WINDOW = 256 * 1024;
/** The kernel may read so far behind what it is given. */
const PADDING = 64;

/** The kernel of the source maps, with room for a window. */
class MapKernel extends KernelInstance<Kernel> {
  readonly window = this.allocate(WINDOW + PADDING);
  readonly #columns = this.allocate(0);

  /** Addresses of columns of 32-bit numbers, in the place of those of the last call: copies, or room for so many numbers. */
  layOut(columns: readonly (Int32Array | number)[]): readonly number[] {
    this.exports.release(this.#columns);
    return columns.map((column) => (typeof column === 'number' ? this.allocate(4 * column) : this.copyIn(column)));
  }

  /** Copies bytes to the window, and a little more of what follows; returns where the window ends. */
  fill(bytes: Uint8Array, from: number, end: number): number {
    const length = Math.min(WINDOW, end - from);
    const memory = this.uint8(this.window, WINDOW + PADDING);
    const copied = Math.min(length + PADDING, end - from);
    memory.set(bytes.subarray(from, from + copied));
    memory.fill(0, copied, copied + PADDING);
    return this.window + length;
  }
}

/** The one kernel: no piece of work leaves anything in it that another reads, it only keeps its memory and its machine code. */
export const mapKernel = once((): MapKernel => {
  const kernel = new MapKernel(instantiate(undefined));
  kernel.exports.initialise();
  return kernel;
});
