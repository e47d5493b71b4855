import {
  Category,
  type Flavoured,
  type FunctionIndex,
  lastAtOrBelow,
  type Microseconds,
  type NumberColumn,
} from '../../core/index.ts';

/** A row of a `MergedTree`. */
export type MergedIndex = Flavoured<'merged node'>;

/** Microseconds. Whole ones that fit are kept in four bytes; they are the rule. */
export type Times = Float64Array | Uint32Array;

/**
 * A call tree in which the children of a node are distinct functions, in breadth-first order, the heaviest child
 * first. So each row of the flame graph is one contiguous range, sorted by `start`; so are the children of a node, and
 * a parent comes before them. Depth and self time follow from these columns and have none of their own, as there are
 * trees of millions of nodes.
 */
export interface MergedTree {
  /** Row of the function table; -1 for a root that stands for everything. */
  readonly function: Int32Array;
  readonly parent: Int32Array;
  readonly totalTime: Times;
  readonly totalSamples: Uint32Array;
  /** Left edge in the flame graph: the root starts at 0, a child where its elder sibling ends. */
  readonly start: Times;
  /** Children of node i: `firstChild[i]` up to `firstChild[i + 1]`. One row more than nodes. */
  readonly firstChild: Int32Array;
  /** Nodes at depth d: `rowStart[d]` up to `rowStart[d + 1]`. One row more than depths. */
  readonly rowStart: Int32Array;
}

/** A tree derived from another one. */
export interface DerivedTree extends MergedTree {
  /** The node of this tree for each node of the other one; -1 if that was left out. */
  readonly nodeMap: Int32Array;
}

/** Self times below this, in microseconds, are rounding errors. */
const LEAST_TIME = 1e-3;

/** Time of a node itself, without its children. */
export function selfTimeOf({ firstChild, start, totalTime }: MergedTree, node: MergedIndex): Microseconds {
  const end = firstChild[node + 1];
  if (firstChild[node] === end) return totalTime[node];
  const self = totalTime[node] - (start[end - 1] + totalTime[end - 1] - start[node]);
  return self < LEAST_TIME ? 0 : self;
}

/** Samples of a node itself, without its children. */
export function selfSamplesOf({ firstChild, totalSamples }: MergedTree, node: MergedIndex): number {
  let samples = totalSamples[node];
  for (let child = firstChild[node]; child < firstChild[node + 1]; child++) samples -= totalSamples[child];
  return samples;
}

/** Depth of a node; the root has 0. */
export function depthOf({ rowStart }: MergedTree, node: MergedIndex): number {
  return lastAtOrBelow(rowStart, node);
}

/** The ancestor of `node`, or itself, at `depth`, which must not be below the node's own. */
export function ancestorAt(tree: MergedTree, node: MergedIndex, depth: number): MergedIndex {
  const { rowStart, parent, totalTime, start } = tree;
  let at = node;
  // A node without time has no width to be found by: only its parent tells where it belongs.
  while (at >= rowStart[depth + 1] && totalTime[at] === 0) at = parent[at];
  return at < rowStart[depth + 1] ? at : lastAtOrBelow(start, start[at], rowStart[depth], rowStart[depth + 1]);
}

/** The first values of a column that is not used any more. */
export function shrink<A extends NumberColumn>(column: A, count: number): A {
  const { buffer, BYTES_PER_ELEMENT, constructor } = column as Int32Array<ArrayBuffer>;
  // Browsers of before 2024, which may show an exported page, can only copy.
  if (!('transfer' in buffer)) return (column as Int32Array).slice(0, count) as A;
  return new (constructor as new (buffer: ArrayBuffer) => A)(buffer.transfer(count * BYTES_PER_ELEMENT));
}

/** Frees the memory of columns that nobody uses any more now, not when the garbage collector gets to it. */
export function release(...columns: readonly NumberColumn[]): void {
  for (const column of columns) shrink(column, 0);
}

/** Nodes in any order in which parents stand before their children. */
export interface TreeColumns {
  readonly function: Int32Array;
  readonly parent: Int32Array;
  readonly selfTime: Float64Array;
  readonly selfSamples: Uint32Array;
}

/** The part of the tree to look at. `path` names a stack from the root; `everywhere` merges all calls of a function. */
export type Focus =
  | { readonly kind: 'path'; readonly path: readonly FunctionIndex[] }
  | { readonly kind: 'everywhere'; readonly function: FunctionIndex };

/** The function that stands at the root of what is in focus. */
export function focusedFunction(focus: Focus): FunctionIndex {
  return focus.kind === 'everywhere' ? focus.function : (focus.path.at(-1) ?? -1);
}

export interface MergeOptions {
  readonly category: Uint8Array;
  /** Fold frames of dependencies, Node and native code into their callers. */
  readonly hideDependencies: boolean;
  readonly focus?: Focus;
}

/** Nodes on the tree's way down to `node`, as function rows, the root left out. */
export function pathTo(tree: MergedTree, node: MergedIndex): FunctionIndex[] {
  const path: FunctionIndex[] = [];
  for (let i = node; i > 0; i = tree.parent[i]) path.push(tree.function[i]);
  return path.reverse();
}

/** The node that a path (see `pathTo`) leads to, or -1. */
export function nodeAt(tree: MergedTree, path: readonly FunctionIndex[]): MergedIndex {
  let node = 0;
  for (const wanted of path) {
    let child = tree.firstChild[node];
    const end = tree.firstChild[node + 1];
    while (child < end && tree.function[child] !== wanted) child++;
    if (child >= end) return -1;
    node = child;
  }
  return node;
}

/** Whether frames of this category disappear when dependencies are hidden. */
export function isFolded(category: number): boolean {
  return category === Category.dependency || category === Category.node || category === Category.native;
}

export const rowCount = (tree: MergedTree): number => tree.rowStart.length - 1;
