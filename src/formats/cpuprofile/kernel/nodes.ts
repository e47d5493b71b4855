/** The list of nodes, written as columns. */
import { beginFrames, numberOf } from './frames';
import { addMissing, denseEnd, setState, sparseCount, sparseSlots, stateOf } from './ids';
import { anyKey, keyFound } from './keys';
import { endItem, itemAt, nextItem } from './lists';
import { isId, number, value } from './numbers';
import {
  askRoom,
  BAD_CHILDREN,
  BAD_ID,
  BAD_JSON,
  fail,
  failOn,
  NO_FRAME,
  NO_ID,
  NOT_AN_OBJECT,
  openWindow,
  SAME_ID,
  SPARSE_IDS,
  TWO_PARENTS,
  windowEnd,
} from './status';
import {
  at,
  CALL_FRAME,
  CHILDREN,
  COLUMN_NUMBER,
  FUNCTION_NAME,
  HIT_COUNT,
  ID,
  isDigit,
  LINE_NUMBER,
  PARENT,
  POSITION_TICKS,
  SCRIPT_ID,
  space,
  stringStop,
  URL,
} from './text';
import { beginNodeTicks, beginTicks, keepNodeTicks, placeTicksOf, scanTicks } from './ticks';
import { skipInside } from './values';

// Columns that a call writes. One row for each node:
let framesOut: usize = 0; // i32
let parentsOut: usize = 0; // i32: row of the parent; -1 where no node before this one names it as its child
// One for each node that was read before the node that names it as its child: row of the child, row of the parent.
let lateOut: usize = 0; // 2 i32
// One for each node that names its parent:
let namingOut: usize = 0; // i32: row of the node
let namedOut: usize = 0; // f64: id of its parent
let newFramesOut: usize = 0;
// Ids of the children of the node at hand, f64.
let childIds: usize = 0;
export let nodeCount: i32 = 0;
export let lateCount: i32 = 0;
export let namingCount: i32 = 0;
/** Row of the next node in the whole list. */
let nodeRow: i32 = 0;

export function setNodeColumns(frames: usize, parents: usize, newFrames: usize): void {
  framesOut = frames;
  parentsOut = parents;
  newFramesOut = newFrames;
}

export function setLinkColumns(children: usize, late: usize, naming: usize, named: usize): void {
  childIds = children;
  lateOut = late;
  namingOut = naming;
  namedOut = named;
}

/** Reads the list of nodes as far as the window goes; returns where to go on. */
export function scanNodes(from: usize, end: usize): usize {
  openWindow(end);
  nodeCount = 0;
  lateCount = 0;
  namingCount = 0;
  beginTicks();
  beginFrames(newFramesOut);
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = scanNode(p);
    if (q == 0) return p;
    endItem();
    p = q;
  }
}

let nodeId: f64 = 0;
let nodeFrame: i32 = 0;
let nodeParent: f64 = 0;
let childCount: i32 = 0;
let hasSparseId: bool = false;

/** One node; its row is written only when all of it was read. */
function scanNode(from: usize): usize {
  if (load<u8>(from) != 0x7b) return fail(NOT_AN_OBJECT, from);
  nodeId = -1;
  nodeFrame = -1;
  nodeParent = NaN;
  childCount = 0;
  hasSparseId = false;
  beginNodeTicks();
  let p = space(from + 1);
  if (load<u8>(p) != 0x7d) {
    while (true) {
      p = member(p);
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
  if (!linkNode(from)) return 0;
  store<i32>(framesOut + ((<usize>nodeCount) << 2), nodeFrame);
  if (nodeParent == nodeParent) {
    store<i32>(namingOut + ((<usize>namingCount) << 2), nodeRow);
    store<f64>(namedOut + ((<usize>namingCount) << 3), nodeParent);
    namingCount++;
  }
  keepNodeTicks();
  nodeCount++;
  nodeRow++;
  return p + 1;
}

/** Finds the node's parent among those before it, and notes whose parent it is. */
function linkNode(from: usize): bool {
  if (hasSparseId || nodeId >= denseEnd) {
    const ids = sparseCount + childCount + 1;
    if (ids > sparseSlots >> 1) {
      askRoom(SPARSE_IDS, ids);
      return false;
    }
  }
  const own = stateOf(nodeId);
  const state = load<i32>(own);
  if (state > 0) return failOn(SAME_ID, nodeId, from) != 0;
  if (state < 0) addMissing(-1);
  store<i32>(parentsOut + ((<usize>nodeCount) << 2), state < 0 ? -1 - state : -1);
  setState(own, nodeId, nodeRow + 1);
  for (let i = 0; i < childCount; i++) {
    const id = load<f64>(childIds + ((<usize>i) << 3));
    if (!linkChild(id)) return failOn(TWO_PARENTS, id, from) != 0;
  }
  return true;
}

/** Notes that a child of the node is to come, or was read before; false if it has another parent already. */
function linkChild(id: f64): bool {
  const at = stateOf(id);
  const state = load<i32>(at);
  if (state == 0) {
    setState(at, id, -1 - nodeRow);
    addMissing(1);
    return true;
  }
  if (state < 0) return state == -1 - nodeRow;
  store<i32>(lateOut + ((<usize>lateCount) << 3), state - 1);
  store<i32>(lateOut + ((<usize>lateCount) << 3) + 4, nodeRow);
  lateCount++;
  return true;
}

/** Which key stands at `p`, where it is written without escapes or spaces; 0 for another. */
function keyOf(p: usize): i32 {
  if (at(p, CALL_FRAME, 12)) return 2;
  if (at(p, HIT_COUNT, 11)) return 3;
  if (at(p, CHILDREN, 11)) return 4;
  if (at(p, ID, 5)) return 1;
  if (at(p, POSITION_TICKS, 16)) return 5;
  if (at(p, PARENT, 9)) return 6;
  return 0;
}

function member(p: usize): usize {
  switch (keyOf(p)) {
    case 1:
      return memberValue(1, p + 5);
    case 2:
      return memberValue(2, p + 12);
    case 3:
      return memberValue(3, p + 11);
    case 4:
      return memberValue(4, p + 11);
    case 5:
      return memberValue(5, p + 16);
    case 6:
      return memberValue(6, p + 9);
  }
  const valueAt = anyKey(p);
  return valueAt == 0 ? 0 : memberValue(keyFound, valueAt);
}

function memberValue(key: i32, valueAt: usize): usize {
  const p = space(valueAt);
  if (key == 1 || key == 6) {
    if (key == 6 && load<u8>(p) == 0x6e) {
      nodeParent = NaN;
      return skipInside(p);
    }
    const q = number(p);
    if (q == 0) return 0;
    if (!isId(value)) return fail(BAD_ID, p);
    if (key == 1) nodeId = value;
    else nodeParent = value;
    return q;
  }
  if (key == 2) return scanFrame(p);
  if (key == 4) return scanChildren(p);
  if (key == 5) return scanTicks(p, nodeRow);
  if (key == 3 && isDigit(load<u8>(p))) return number(p);
  return skipInside(p);
}

function scanFrame(p: usize): usize {
  if (load<u8>(p) != 0x7b) return fail(NO_FRAME, p);
  let end = usualFrameEnd(p);
  if (end == 0) end = skipInside(p);
  if (end == 0) return 0;
  nodeFrame = numberOf(p, end);
  return nodeFrame < 0 ? 0 : end;
}

/** Behind a string's closing quote minus one: at the quote; 0 for anything unusual. */
function usualStringEnd(p: usize): usize {
  let q = stringStop(p);
  while (load<u8>(q) == 0x5c) q = stringStop(q + 2);
  return load<u8>(q) == 0x22 ? q : 0;
}

function digitsEnd(p: usize): usize {
  if (load<u8>(p) == 0x2d) p++;
  while (isDigit(load<u8>(p))) p++;
  return p;
}

/** Where a callFrame as V8 writes it ends; 0 if it is written in another way (its text is checked when it is decoded). */
function usualFrameEnd(p: usize): usize {
  if (!at(p, FUNCTION_NAME, 16) || load<u8>(p + 16) != 0x22) return 0;
  p = usualStringEnd(p + 17);
  if (p == 0 || !at(p, SCRIPT_ID, 14)) return 0;
  p = digitsEnd(p + 14);
  if (!at(p, URL, 9)) return 0;
  p = usualStringEnd(p + 9);
  if (p == 0 || !at(p, LINE_NUMBER, 15)) return 0;
  p = digitsEnd(p + 15);
  if (!at(p, COLUMN_NUMBER, 16)) return 0;
  p = digitsEnd(p + 16);
  return load<u8>(p) == 0x7d && p < windowEnd ? p + 1 : 0;
}

function scanChildren(p: usize): usize {
  childCount = 0;
  hasSparseId = false;
  if (load<u8>(p) == 0x6e) return skipInside(p);
  if (load<u8>(p) != 0x5b) return fail(BAD_CHILDREN, p);
  p = space(p + 1);
  if (load<u8>(p) == 0x5d) return p + 1;
  while (true) {
    const q = number(p);
    if (q == 0) return 0;
    if (!isId(value)) return fail(BAD_ID, p);
    store<f64>(childIds + ((<usize>childCount) << 3), value);
    if (value >= denseEnd) hasSparseId = true;
    childCount++;
    p = space(q);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return fail(BAD_JSON, p);
    p = space(p + 1);
  }
}

/** Places the ticks of the last call: see `placeTicksOf`. */
export function placeTicks(): i32 {
  return placeTicksOf(nodeRow - nodeCount, framesOut);
}
