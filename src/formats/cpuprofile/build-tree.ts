import type { CallTree } from '../../profile/index.ts';
import type { Ids } from './columns.ts';
import { buildIdIndex } from './id-index.ts';
import type { IdIndex } from './id-index.ts';

/** What a file says of its nodes. */
export interface RawTree {
  /** One row for each node, in the file's order. */
  readonly ids: Ids;
  readonly frame: Int32Array;
  /** One row for each child: its id, the row of its caller. */
  readonly childIds: Ids;
  readonly callers: Int32Array;
  /** Rows that name their parent, and its id. */
  readonly namingRows: Int32Array;
  readonly namedParents: Float64Array;
}

export interface BuiltTree {
  readonly tree: CallTree;
  readonly index: IdIndex;
  /** New row of each row of the file; undefined when the file's order was good. */
  readonly moved: Int32Array | undefined;
}

/** Links nodes to their parents, with each parent before its children. `fail` makes the error for a bad tree. */
export function buildTree(raw: RawTree, fail: (problem: string) => Error): BuiltTree {
  const index = buildIdIndex(raw.ids);
  if (index.duplicate >= 0) throw fail(`two nodes have the id ${raw.ids[index.duplicate]}`);
  const parent = linkParents(raw, index, fail);
  const root = rootOf(raw, parent, fail);
  if (isOrdered(parent, root)) return { tree: { frame: raw.frame, parent }, index, moved: undefined };
  const moved = orderFromRoot(raw, parent, root, fail);
  const tree = { frame: new Int32Array(parent.length), parent: new Int32Array(parent.length) };
  for (let row = 0; row < parent.length; row++) {
    tree.frame[moved[row]] = raw.frame[row];
    tree.parent[moved[row]] = parent[row] < 0 ? -1 : moved[parent[row]];
  }
  return { tree, index, moved };
}

function linkParents(raw: RawTree, index: IdIndex, fail: (problem: string) => Error): Int32Array {
  const parent = new Int32Array(raw.ids.length).fill(-1);
  for (let i = 0; i < raw.childIds.length; i++) {
    const caller = raw.callers[i];
    const child = index.rowOf(raw.childIds[i]);
    if (child < 0) throw fail(missing(raw.ids[caller], raw.childIds[i]));
    if (parent[child] >= 0 && parent[child] !== caller) throw fail(`node ${raw.ids[child]} has two parents`);
    parent[child] = caller;
  }
  for (let i = 0; i < raw.namingRows.length; i++) {
    const child = raw.namingRows[i];
    const caller = index.rowOf(raw.namedParents[i]);
    if (caller < 0) throw fail(missing(raw.ids[child], raw.namedParents[i]));
    if (parent[child] >= 0 && parent[child] !== caller) throw fail(`node ${raw.ids[child]} has two parents`);
    parent[child] = caller;
  }
  return parent;
}

const missing = (node: number, named: number): string => `node ${node} names node ${named}, which does not exist`;

function rootOf(raw: RawTree, parent: Int32Array, fail: (problem: string) => Error): number {
  const root = parent.indexOf(-1);
  if (root < 0) throw fail(`node ${raw.ids[0]} is its own caller`);
  const second = parent.indexOf(-1, root + 1);
  if (second >= 0) throw fail(`node ${raw.ids[second]} cannot be reached from the root`);
  return root;
}

function isOrdered(parent: Int32Array, root: number): boolean {
  if (root !== 0) return false;
  for (let row = 1; row < parent.length; row++) if (parent[row] >= row) return false;
  return true;
}

/** New rows: level by level from the root, within a parent in the file's order. */
function orderFromRoot(raw: RawTree, parent: Int32Array, root: number, fail: (problem: string) => Error): Int32Array {
  const count = parent.length;
  // Children of each row, grouped: those of row r are children[first[r]] to children[first[r + 1] - 1].
  const first = new Int32Array(count + 1);
  for (let row = 0; row < count; row++) if (row !== root) first[parent[row] + 1]++;
  for (let row = 0; row < count; row++) first[row + 1] += first[row];
  const children = new Int32Array(count);
  const next = first.slice(0, count);
  for (let row = 0; row < count; row++) if (row !== root) children[next[parent[row]]++] = row;
  const moved = new Int32Array(count).fill(-1);
  const order = new Int32Array(count);
  order[0] = root;
  let length = 1;
  for (let i = 0; i < length; i++) {
    moved[order[i]] = i;
    for (let at = first[order[i]]; at < first[order[i] + 1]; at++) order[length++] = children[at];
  }
  if (length < count) throw fail(`node ${raw.ids[moved.indexOf(-1)]} is its own caller`);
  return moved;
}
