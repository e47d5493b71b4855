import { type CallTree, FrameKind, type FrameTable } from './profile.ts';
import { type NodeIndex, NONE, type PositionIndex } from './units.ts';

/** Native code has no lines. The first caller that is not native, and where it called; the node itself if it is not native. */
export function callerOfNative(
  { tree, frames }: { readonly tree: CallTree; readonly frames: Pick<FrameTable, 'kind'> },
  node: NodeIndex,
  position: PositionIndex,
) {
  let at = { node, position };
  while (at.node > 0 && frames.kind[tree.frame[at.node]] === FrameKind.native)
    at = { node: tree.parent[at.node], position: tree.callPosition?.[at.node] ?? NONE };
  return at;
}
