import { appendRows, mapColumns } from './growing-column.ts';
import { type CallTree, FrameKind, type FrameTable } from './profile.ts';
import { type NodeIndex, NONE, type PositionIndex } from './units.ts';

/** Adds frames of one kind behind the others. `positions`: where they are defined; absent: nowhere. */
export const appendFrames = (
  frames: FrameTable,
  names: readonly string[],
  kind: FrameKind,
  positions: readonly PositionIndex[] = names.map(() => NONE),
): FrameTable => ({
  ...mapColumns(frames, (column) => appendRows(column, new Uint8Array(names.length))),
  name: [...frames.name, ...names],
  position: appendRows(frames.position, positions),
  kind: appendRows(frames.kind, new Uint8Array(names.length).fill(kind)),
});

interface Model {
  readonly frames: FrameTable;
  readonly tree: CallTree;
}

/** Adds a last node below the root, for time that belongs to no function. */
export function withRootChild(frames: FrameTable, tree: CallTree, name: string, kind: FrameKind): Model {
  return {
    frames: appendFrames(frames, [name], kind),
    tree: {
      frame: appendRows(tree.frame, [frames.name.length]),
      parent: appendRows(tree.parent, [0]),
      callPosition: tree.callPosition && appendRows(tree.callPosition, [-1]),
      lowTier: tree.lowTier && appendRows(tree.lowTier, [0]),
    },
  };
}

/** The node below the root for idle time; -1 if there is none. */
export function idleNodeOf({ frames: { kind }, tree: { frame, parent } }: Model): NodeIndex {
  let node = parent.indexOf(0);
  while (node >= 0 && kind[frame[node]] !== FrameKind.idle) node = parent.indexOf(0, node + 1);
  return node;
}

/** A node below the root for idle time: the one that is there, or a new last one. */
export function withIdleNode({ frames, tree }: Model): Model & { readonly idleNode: NodeIndex } {
  const idleNode = idleNodeOf({ frames, tree });
  if (idleNode >= 0) return { frames, tree, idleNode };
  return { ...withRootChild(frames, tree, '(idle)', FrameKind.idle), idleNode: tree.frame.length };
}
