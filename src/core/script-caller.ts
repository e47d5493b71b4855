import { type CallTree, FrameKind, type FrameTable } from './profile.ts';
import { type NodeIndex, NONE, type PositionIndex } from './units.ts';

/** A node, and where in its function it stood. */
interface Place {
  readonly node: NodeIndex;
  readonly position: PositionIndex;
}

/** Native code has no lines: the first caller of a node that is none, and where it called; the node itself where it is none. */
export function callerOfNative(
  { tree, frames }: { readonly tree: CallTree; readonly frames: Pick<FrameTable, 'kind'> },
  node: NodeIndex,
  position: PositionIndex,
): Place {
  let at: Place = { node, position };
  while (at.node > 0 && frames.kind[tree.frame[at.node]] === FrameKind.native)
    at = { node: tree.parent[at.node], position: tree.callPosition?.[at.node] ?? NONE };
  return at;
}
