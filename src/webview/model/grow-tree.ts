import { float64Column, type FunctionIndex, int32Column, RowIndex, uint32Column } from '../../core/index.ts';
import type { MergedIndex } from './merged-tree.ts';

/** A tree under construction, with a row of each column for each node. Parents always come before their children. */
export class GrowingTree {
  readonly function = int32Column();
  readonly parent = int32Column();
  readonly selfTime = float64Column();
  readonly selfSamples = uint32Column();
  readonly #rows = new RowIndex();

  constructor(rootFunction: FunctionIndex) {
    this.child(-1, rootFunction);
  }

  get count(): number {
    return this.function.length;
  }

  /** The child of `parent` for `fn`, added when it is not there yet. */
  child(parent: MergedIndex, fn: FunctionIndex): MergedIndex {
    const row = this.#rows.add(parent, fn, 0, 0);
    if (row >= 0) return row;
    this.parent.push(parent);
    this.selfTime.push(0);
    this.selfSamples.push(0);
    return this.function.push(fn);
  }
}
