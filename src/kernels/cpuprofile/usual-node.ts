/** Nodes as V8 writes them, which most are. */
import { usualFrameEnd } from './call-frames';
import { numberOf } from './frames';
import { addChild, beginNode, keepNode, nodeRow } from './node';
import { plain, plainNumber } from './numbers';
import { at, LINE, NODE_ID, THEN_CALL_FRAME, THEN_CHILDREN, THEN_HIT_COUNT, THEN_TICKS, TICKS } from './text';
import { addTick } from './ticks';

/**
 * Reads the node at `from` where it is `{"id":…,"callFrame":{…},"hitCount":…}`, perhaps with `children` and then
 * `positionTicks`, in this spelling. Returns 0 for another spelling, for an incomplete node (only its
 * callFrame is kept), and when `status` reports a problem or a lack of room.
 */
export function usualNode(from: usize): usize {
  if (!at(from, NODE_ID, 6)) return 0;
  let p = plainNumber(from + 6);
  if (p == 0 || !at(p, THEN_CALL_FRAME, 13)) return 0;
  const id = <f64>plain;
  const frameAt = p + 13;
  p = usualFrameEnd(frameAt);
  if (p == 0 || !at(p, THEN_HIT_COUNT, 12)) return 0;
  const frameEnd = p;
  p = plainNumber(p + 12);
  if (p == 0) return 0;
  beginNode();
  if (at(p, THEN_CHILDREN, 13)) {
    p = usualChildren(p + 13);
    if (p == 0) return 0;
  }
  if (at(p, THEN_TICKS, 16)) {
    p = usualTicks(p + 16);
    if (p == 0) return 0;
  }
  if (load<u8>(p) != 0x7d) return 0;
  const frame = numberOf(frameAt, frameEnd);
  return frame >= 0 && keepNode(from, id, frame, NaN) ? p + 1 : 0;
}

/** One child at least, behind the bracket. */
function usualChildren(p: usize): usize {
  while (true) {
    p = plainNumber(p);
    if (p == 0) return 0;
    addChild(<f64>plain);
    const c = load<u8>(p++);
    if (c == 0x5d) return p;
    if (c != 0x2c) return 0;
  }
}

/** One entry at least, from the colon before the bracket on. */
function usualTicks(p: usize): usize {
  if (load<u16>(p) != 0x5b3a) return 0;
  p += 2;
  while (true) {
    if (!at(p, LINE, 8)) return 0;
    p = plainNumber(p + 8);
    if (p == 0 || !at(p, TICKS, 9)) return 0;
    const line = plain;
    p = plainNumber(p + 9);
    if (p == 0 || load<u8>(p) != 0x7d) return 0;
    addTick(nodeRow, line, plain);
    const c = load<u8>(p + 1);
    p += 2;
    if (c == 0x5d) return p;
    if (c != 0x2c) return 0;
  }
}
