/** The list of nodes, written as columns. */
import { Status, status } from '../shared/status';
import { beginFrames, numberOf } from './frames';
import { anyKey, Key, keyFound } from './keys';
import { endItem, itemAt, nextItem } from './lists';
import { addChild, beginChildren, beginNode, beginNodes, keepNode, nodeRow } from './node';
import { isId, number, value } from './numbers';
import { fail, openWindow, Problem, windowEnd } from './status';
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
    // A problem or a lack of room is said already; Status.done may be left from a value that was skipped.
    if (q == 0 && status < Status.room) q = anyNode(p);
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
  if (load<u8>(from) != 0x7b) return fail(Problem.notAnObject, from);
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
      if (c != 0x2c) return fail(Problem.badJson, p);
      p = space(p + 1);
    }
  }
  if (p >= windowEnd) return fail(Problem.badJson, p);
  if (nodeId < 0) return fail(Problem.noId, from);
  if (nodeFrame < 0) return fail(Problem.noFrame, from);
  return keepNode(from, nodeId, nodeFrame, nodeParent) ? p + 1 : 0;
}

function memberValue(key: i32, p: usize): usize {
  switch (key) {
    case Key.id:
    case Key.parent:
      return scanId(key, p);
    case Key.callFrame:
      return scanFrame(p);
    case Key.children:
      return scanChildren(p);
    case Key.positionTicks:
      return scanTicks(p, nodeRow);
  }
  return skipInside(p);
}

/** Ids have a table: V8 and all others that are known number nodes from 0 or 1 on. */
const MOST_IDS: f64 = 134_217_728;

function isNodeId(x: f64): bool {
  return isId(x) && x < MOST_IDS;
}

function scanId(key: i32, p: usize): usize {
  if (key == Key.parent && load<u8>(p) == 0x6e) {
    nodeParent = NaN;
    return skipInside(p);
  }
  const q = number(p);
  if (q == 0) return 0;
  if (!isNodeId(value)) return fail(Problem.badId, p);
  if (key == Key.id) nodeId = value;
  else nodeParent = value;
  return q;
}

function scanFrame(p: usize): usize {
  if (load<u8>(p) != 0x7b) return fail(Problem.noFrame, p);
  const end = skipInside(p);
  if (end == 0) return 0;
  nodeFrame = numberOf(p, end);
  return nodeFrame < 0 ? 0 : end;
}

function scanChildren(p: usize): usize {
  beginChildren();
  if (load<u8>(p) == 0x6e) return skipInside(p);
  if (load<u8>(p) != 0x5b) return fail(Problem.badChildren, p);
  p = space(p + 1);
  if (load<u8>(p) == 0x5d) return p + 1;
  while (true) {
    const q = number(p);
    if (q == 0) return 0;
    if (!isNodeId(value)) return fail(Problem.badId, p);
    addChild(value);
    p = space(q);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return fail(Problem.badJson, p);
    p = space(p + 1);
  }
}
