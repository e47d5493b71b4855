/** The list of nodes, written as columns. The host spells as V8 does what is spelled otherwise (`spell-node.ts`). */
import { Status, status, stop } from '../shared/status';
import { usualFrameEnd } from './call-frames';
import { beginFrames, numberOf } from './frames';
import { endItem, itemAt, nextItem } from './lists';
import { addChild, beginChildren, beginNode, beginNodes as beginRows, keepNode, nodeRow } from './node';
import { value, wholeNumber } from './numbers';
import { openWindow, windowEnd } from './status';
import {
  at,
  LINE,
  NODE_ID,
  stringStop,
  THEN_CALL_FRAME,
  THEN_CHILDREN,
  THEN_HIT_COUNT,
  THEN_PARENT,
  THEN_TICKS,
  TICKS,
} from './text';
import { addTick, beginNodeTicks, beginTicks } from './ticks';
import { beginSkip, skip } from './values';

/** Ids have a table: V8 and all others that are known number nodes from 0 or 1 on. */
const MOST_IDS: f64 = 134_217_728;

/** Call before the first nodes, and once what the scans wrote was taken. */
export function beginNodes(): void {
  beginRows();
  beginTicks();
  beginFrames();
}

/**
 * Reads the list of nodes as far as the window goes; returns where to go on. With Status.more that is a node that is not complete,
 * or is written in another way than V8's.
 */
export function scanNodes(from: usize, end: usize): usize {
  openWindow(end);
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = readNode(p);
    if (q == 0) return p;
    endItem();
    p = q;
  }
}

/**
 * Reads the node at `from` where it begins with `{"id":…,"callFrame":{…}`, in this spelling. Returns 0 for another spelling, for an
 * incomplete node (only its callFrame is kept), and when `status` reports a problem or a lack of room.
 */
function readNode(from: usize): usize {
  if (!at(from, NODE_ID, 6)) return 0;
  let p = readId(from + 6);
  if (p == 0 || !at(p, THEN_CALL_FRAME, 13)) return 0;
  const id = value;
  const frameAt = p + 13;
  p = usualFrameEnd(frameAt);
  const frameEnd = p;
  let parent: f64 = NaN;
  beginNode();
  while (p != 0 && load<u8>(p) == 0x2c) {
    if (at(p, THEN_HIT_COUNT, 12)) p = wholeNumber(p + 12);
    else if (at(p, THEN_CHILDREN, 13)) p = readChildren(p + 13);
    else if (at(p, THEN_TICKS, 16) && load<u16>(p + 16) == 0x5b3a) p = readTicks(p + 18);
    else if (at(p, THEN_PARENT, 10)) {
      p = readId(p + 10);
      parent = value;
    } else p = passMember(p);
  }
  if (p == 0 || load<u8>(p) != 0x7d) return 0;
  const frame = numberOf(frameAt, frameEnd);
  return frame >= 0 && keepNode(from, id, frame, parent) ? p + 1 : 0;
}

function readId(p: usize): usize {
  const q = wholeNumber(p);
  return q != 0 && value < MOST_IDS ? q : 0;
}

/** Passes over a member of no interest, from the comma before it on. 0 where its key has escapes, or it is not complete. */
function passMember(p: usize): usize {
  const end = stringStop(p + 2);
  if (load<u16>(p) != 0x222c || load<u16>(end) != 0x3a22) return 0;
  beginSkip();
  const next = skip(end + 2, windowEnd);
  const isDone = status == Status.done;
  stop(Status.more);
  return isDone ? next : 0;
}

/** One child at least, behind the bracket. */
function readChildren(p: usize): usize {
  beginChildren();
  while (true) {
    p = readId(p);
    if (p == 0) return 0;
    addChild(value);
    const c = load<u8>(p++);
    if (c == 0x5d) return p;
    if (c != 0x2c) return 0;
  }
}

/** One entry at least, behind the bracket. What else an entry tells are numbers. */
function readTicks(p: usize): usize {
  beginNodeTicks();
  while (true) {
    if (!at(p, LINE, 8)) return 0;
    p = wholeNumber(p + 8);
    if (p == 0 || !at(p, TICKS, 9) || value > 0x7fffffff) return 0;
    const line = <i32>value;
    p = wholeNumber(p + 9);
    if (p == 0 || value > 0xffffffff) return 0;
    if (load<u8>(p) == 0x2c) while (load<u8>(p) > 0x20 && load<u8>(p) != 0x7d) p++;
    if (load<u8>(p) != 0x7d) return 0;
    addTick(nodeRow, line, <u32>value);
    const c = load<u8>(p + 1);
    p += 2;
    if (c == 0x5d) return p;
    if (c != 0x2c) return 0;
  }
}
