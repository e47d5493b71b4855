import { Category, type Index } from '../../profile/index.ts';

/**
 * A call tree in which the children of a node are distinct functions, in breadth-first order, the heaviest child
 * first. So a row of the flame graph is one contiguous range, sorted by `start`, and a parent stands before its
 * children. Times in microseconds.
 */
export interface MergedTree {
  /** Row of the function table; -1 for a root that stands for everything. */
  readonly function: Int32Array;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
  /** Left edge in the flame graph: the root starts at 0, a child where its elder sibling ends. */
  readonly start: Float64Array;
  /** Children of node i: `firstChild[i]` up to `firstChild[i + 1]`. One row more than nodes. */
  readonly firstChild: Int32Array;
  /** Nodes at depth d: `rowStart[d]` up to `rowStart[d + 1]`. One row more than depths. */
  readonly rowStart: Int32Array;
  /** The merged node of each node it was made from; -1 where that was left out. */
  readonly ofNode: Int32Array;
}

/** Columns with one row for each node, all but where its children begin. */
export type NodeColumns = Pick<MergedTree, keyof typeof nodeArrays>;

const nodeArrays = {
  function: Int32Array,
  parent: Int32Array,
  depth: Int32Array,
  selfTime: Float64Array,
  totalTime: Float64Array,
  selfSamples: Uint32Array,
  totalSamples: Uint32Array,
  start: Float64Array,
} as const;

/** Columns for so many nodes; zeros, except that the first has no parent. */
export function allocateNodes(count: number): NodeColumns {
  const columns = mapColumns(([, Column]) => new Column(count));
  columns.parent.fill(-1, 0, 1);
  return columns;
}

/** The columns of the first nodes. Those given must not be used any more: their memory is handed back at once. */
export function shrinkNodes(columns: NodeColumns, count: number): NodeColumns {
  return mapColumns(([name]) => shrink(columns[name], count));
}

type NodeArray = Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

function mapColumns(arrayOf: (column: ColumnEntry) => ArrayLike<number>): NodeColumns {
  const entries = Object.entries(nodeArrays) as ColumnEntry[];
  return Object.fromEntries(entries.map((entry) => [entry[0], arrayOf(entry)])) as unknown as NodeColumns;
}
type ColumnEntry = [name: keyof typeof nodeArrays, Column: (typeof nodeArrays)[keyof typeof nodeArrays]];

/** The first values of a column that is not used any more. */
export function shrink<A extends Int32Array | Uint32Array | Float64Array>(column: A, count: number): A {
  const { buffer, BYTES_PER_ELEMENT, constructor } = column as NodeArray;
  // Browsers of before 2024, which may show an exported page, can only copy.
  if (!('transfer' in buffer)) return (column as Int32Array).slice(0, count) as A;
  return new (constructor as new (buffer: ArrayBuffer) => A)(buffer.transfer(count * BYTES_PER_ELEMENT));
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
  | { readonly kind: 'path'; readonly path: readonly Index[] }
  | { readonly kind: 'everywhere'; readonly function: Index };

export interface MergeOptions {
  /** Category of each function. */
  readonly category: Uint8Array;
  /** Fold frames of dependencies, Node and native code into their callers. */
  readonly hideDependencies: boolean;
  readonly focus?: Focus;
}

/** Nodes on the tree's way down to `node`, as function rows, the root left out. */
export function pathTo(tree: MergedTree, node: Index): Index[] {
  const path: Index[] = [];
  for (let i = node; i > 0; i = tree.parent[i]) path.push(tree.function[i]);
  return path.reverse();
}

/** The node that a path (see `pathTo`) leads to, or -1. */
export function nodeAt(tree: MergedTree, path: readonly Index[]): Index {
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

/** Where each depth begins in a breadth-first column of depths; one row more, the end. */
export function rowRanges(depth: Int32Array): Int32Array {
  const rows = depth.length > 0 ? depth[depth.length - 1] + 1 : 0;
  const rowStart = new Int32Array(rows + 1);
  for (let i = 0; i < depth.length; i++) rowStart[depth[i] + 1]++;
  for (let row = 0; row < rows; row++) rowStart[row + 1] += rowStart[row];
  return rowStart;
}
