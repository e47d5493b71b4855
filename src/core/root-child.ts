import { appendFrames } from './append-frames.ts';
import { appendRows } from './growing-column.ts';
import type { CallTree, FrameKind, FrameTable } from './profile.ts';

/** The frames and the tree with one node more, below the root: what is no function's. It is the last node. */
export function withRootChild(
  frames: FrameTable,
  tree: CallTree,
  name: string,
  kind: FrameKind,
): { readonly frames: FrameTable; readonly tree: CallTree } {
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
