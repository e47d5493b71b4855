import type { CallTree } from '../../profile/index.ts';
import { buildIdIndex } from './id-index.ts';
import type { IdIndex } from './id-index.ts';

/** What a file says of its nodes, one row for each in the file's order, and links flat behind each other. */
export interface RawTree {
  readonly ids: Int32Array | Float64Array;
  readonly frame: Int32Array;
  readonly childCounts: Int32Array;
  readonly childIds: Int32Array | Float64Array;
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
  const { ids, childCounts, childIds } = raw;
  const parent = new Int32Array(ids.length).fill(-1);
  const link = (child: number, caller: number): void => {
    if (parent[child] >= 0 && parent[child] !== caller) throw fail(`node ${ids[child]} has two parents`);
    parent[child] = caller;
  };
  const find = (id: number, row: number): number => {
    const found = index.rowOf(id);
    if (found < 0) throw fail(`node ${ids[row]} names node ${id}, which does not exist`);
    return found;
  };
  for (let row = 0, at = 0; row < ids.length; row++) {
    for (const end = at + childCounts[row]; at < end; at++) link(find(childIds[at], row), row);
  }
  for (let i = 0; i < raw.namingRows.length; i++) link(raw.namingRows[i], find(raw.namedParents[i], raw.namingRows[i]));
  return parent;
}

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
