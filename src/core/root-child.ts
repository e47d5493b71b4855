import { appendFrames } from './append-frames.ts';
import { appendRows } from './growing-column.ts';
import { type CallTree, FrameKind, type FrameTable } from './profile.ts';
import type { NodeIndex } from './units.ts';

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

/** Adds a last node below the root, for idle time. */
export const withIdleNode = ({ frames, tree }: Model): Model => withRootChild(frames, tree, '(idle)', FrameKind.idle);
