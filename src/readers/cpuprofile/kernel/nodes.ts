/** The list of nodes, written as columns. */
import { beginFrames, numberOf } from './frames';
import { anyKey, CALL_FRAME_KEY, CHILDREN_KEY, ID_KEY, keyFound, PARENT_KEY, TICKS_KEY } from './keys';
import { endItem, itemAt, nextItem } from './lists';
import { addChild, beginChildren, beginNode, beginNodes, keepNode, nodeRow } from './node';
import { isId, number, value } from './numbers';
import {
  BAD_CHILDREN,
  BAD_ID,
  BAD_JSON,
  fail,
  NO_FRAME,
  NO_ID,
  NOT_AN_OBJECT,
  openWindow,
  ROOM,
  status,
  windowEnd,
} from './status';
import { space } from './text';
import { beginTicks, scanTicks } from './ticks';
import { usualNode } from './usual-node';
import { skipInside } from './values';

/** Reads the list of nodes as far as the window goes; returns where to go on. */
export function scanNodes(from: usize, end: usize): usize {
  openWindow(end);
  beginNodes();
  beginTicks();
  beginFrames();
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    let q = usualNode(p);
    // A problem or a lack of room is said already; DONE may be left from a value that was skipped.
    if (q == 0 && status < ROOM) q = anyNode(p);
    if (q == 0) return p;
    endItem();
    p = q;
  }
}

let nodeId: f64 = 0;
let nodeFrame: i32 = 0;
let nodeParent: f64 = 0;

/** A node written in any legal way; its row is written only when all of it was read. */
function anyNode(from: usize): usize {
  if (load<u8>(from) != 0x7b) return fail(NOT_AN_OBJECT, from);
  nodeId = -1;
  nodeFrame = -1;
  nodeParent = NaN;
  beginNode();
  let p = space(from + 1);
  if (load<u8>(p) != 0x7d) {
    while (true) {
      p = anyKey(p);
      if (p == 0) return 0;
      p = memberValue(keyFound, space(p));
      if (p == 0) return 0;
      p = space(p);
      const c = load<u8>(p);
      if (c == 0x7d) break;
      if (c != 0x2c) return fail(BAD_JSON, p);
      p = space(p + 1);
    }
  }
  if (p >= windowEnd) return fail(BAD_JSON, p);
  if (nodeId < 0) return fail(NO_ID, from);
  if (nodeFrame < 0) return fail(NO_FRAME, from);
  return keepNode(from, nodeId, nodeFrame, nodeParent) ? p + 1 : 0;
}

function memberValue(key: i32, p: usize): usize {
  switch (key) {
    case ID_KEY:
    case PARENT_KEY:
      return scanId(key, p);
    case CALL_FRAME_KEY:
      return scanFrame(p);
    case CHILDREN_KEY:
      return scanChildren(p);
    case TICKS_KEY:
      return scanTicks(p, nodeRow);
  }
  return skipInside(p);
}

function scanId(key: i32, p: usize): usize {
  if (key == PARENT_KEY && load<u8>(p) == 0x6e) {
    nodeParent = NaN;
    return skipInside(p);
  }
  const q = number(p);
  if (q == 0) return 0;
  if (!isId(value)) return fail(BAD_ID, p);
  if (key == ID_KEY) nodeId = value;
  else nodeParent = value;
  return q;
}

function scanFrame(p: usize): usize {
  if (load<u8>(p) != 0x7b) return fail(NO_FRAME, p);
  const end = skipInside(p);
  if (end == 0) return 0;
  nodeFrame = numberOf(p, end);
  return nodeFrame < 0 ? 0 : end;
}

function scanChildren(p: usize): usize {
  beginChildren();
  if (load<u8>(p) == 0x6e) return skipInside(p);
  if (load<u8>(p) != 0x5b) return fail(BAD_CHILDREN, p);
  p = space(p + 1);
  if (load<u8>(p) == 0x5d) return p + 1;
  while (true) {
    const q = number(p);
    if (q == 0) return 0;
    if (!isId(value)) return fail(BAD_ID, p);
    addChild(value);
    p = space(q);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return fail(BAD_JSON, p);
    p = space(p + 1);
  }
}
