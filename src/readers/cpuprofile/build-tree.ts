import { type CallTree, type FrameIndex, groupRows, type IndexColumn, type NodeIndex } from '../../core/index.ts';

/** The ids of nodes, once they have been read. */
export interface NodeIds {
  /** The row of an id; -1 for an id that no node has. */
  rowOf(id: number): number;
  /** The id of a row, by a slow search. */
  idOf(row: number): number;
  /** An id that a node names as its child, though no node has it, and the row of that node; undefined for none. */
  missing(): { readonly id: number; readonly caller: number } | undefined;
}

/** The nodes as the file has them, one row for each, in the file's order. */
export interface RawTree {
  readonly frame: IndexColumn<FrameIndex>;
  /** Row of the caller, where that stands before its child and names it; else -1. */
  readonly parent: IndexColumn<NodeIndex>;
  /** Two numbers for each caller that stands behind its child: row of the child, row of the caller. */
  readonly lateLinks: Int32Array;
  /** Rows that name their parent, and its id. */
  readonly namingRows: Int32Array;
  readonly namedParents: Float64Array;
}

export interface BuiltTree {
  readonly tree: CallTree;
  /** New row of each row of the file; undefined when the file's order was good. */
  readonly moved: IndexColumn<NodeIndex> | undefined;
}

type Fail = (problem: string) => Error;

/**
 * Links the nodes that are not linked yet, and puts each parent before its children. Uses `raw` up; `fail` makes the error for
 * a bad tree.
 */
export function buildTree(raw: RawTree, ids: NodeIds, fail: Fail): BuiltTree {
  const { frame, parent } = raw;
  linkParents(raw, ids, fail);
  const root = rootOf(parent, ids, fail);
  if (isOrdered(raw)) return { tree: { frame, parent }, moved: undefined };
  const moved = orderFromRoot(parent, root, ids, fail);
  const tree = { frame: new Int32Array(parent.length), parent: new Int32Array(parent.length) };
  for (let row = 0; row < parent.length; row++) {
    tree.frame[moved[row]] = frame[row];
    tree.parent[moved[row]] = parent[row] < 0 ? -1 : moved[parent[row]];
  }
  return { tree, moved };
}

function linkParents({ parent, lateLinks, namingRows, namedParents }: RawTree, ids: NodeIds, fail: Fail): void {
  const missing = ids.missing();
  if (missing !== undefined) throw fail(notThere(ids.idOf(missing.caller), missing.id));
  const link = (child: NodeIndex, caller: NodeIndex): void => {
    if (parent[child] >= 0 && parent[child] !== caller) throw fail(`node ${ids.idOf(child)} has two parents`);
    parent[child] = caller;
  };
  for (let i = 0; i < lateLinks.length; i += 2) link(lateLinks[i], lateLinks[i + 1]);
  for (let i = 0; i < namingRows.length; i++) {
    const caller = ids.rowOf(namedParents[i]);
    if (caller < 0) throw fail(notThere(ids.idOf(namingRows[i]), namedParents[i]));
    link(namingRows[i], caller);
  }
}

const notThere = (node: number, named: number): string => `node ${node} names node ${named}, which does not exist`;

function rootOf(parent: IndexColumn<NodeIndex>, ids: NodeIds, fail: Fail): NodeIndex {
  const root = parent.indexOf(-1);
  if (root < 0) throw fail(`node ${ids.idOf(0)} is its own caller`);
  const second = parent.indexOf(-1, root + 1);
  if (second >= 0) throw fail(`node ${ids.idOf(second)} cannot be reached from the root`);
  return root;
}

/** Does each parent stand before its children? Links that the scan itself made lead backwards. */
function isOrdered({ parent, lateLinks, namingRows }: RawTree): boolean {
  for (let i = 0; i < lateLinks.length; i += 2) if (lateLinks[i + 1] >= lateLinks[i]) return false;
  return namingRows.every((row) => parent[row] < row);
}

/** New rows: level by level from the root, within a parent in the file's order. */
function orderFromRoot(
  parent: IndexColumn<NodeIndex>,
  root: NodeIndex,
  ids: NodeIds,
  fail: Fail,
): IndexColumn<NodeIndex> {
  const count = parent.length;
  const { first, rows: children } = groupRows(parent, count);
  const moved = new Int32Array(count).fill(-1);
  const order = new Int32Array(count);
  order[0] = root;
  let length = 1;
  for (let i = 0; i < length; i++) {
    moved[order[i]] = i;
    for (let at = first[order[i]]; at < first[order[i] + 1]; at++) order[length++] = children[at];
  }
  if (length < count) throw fail(`node ${ids.idOf(moved.indexOf(-1))} is its own caller`);
  return moved;
}
