import { appendFrames } from './append-frames.ts';
import { appendRows } from './growing-column.ts';
import type { CallTree, FrameKind, FrameTable } from './profile.ts';

/** Adds a last node below the root, for time that belongs to no function. */
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
