/** The list of nodes, written as columns. */
import { Status, status } from '../shared/status';
import { usualFrameEnd } from './call-frames';
import { beginFrames, lastFrame, numberOf, recentFrameEnd } from './frames';
import { endItem, itemAt, nextItem } from './lists';
import { closed, firstIn, keyBehind, nextIn, passMember, passValue } from './members';
import { addChild, beginChildren, beginNode, beginNodes as beginRows, keepNode, nodeRow } from './node';
import { number, passNull, value } from './numbers';
import { fail, openWindow, Problem } from './status';
import { space } from './text';
import { addTick, beginNodeTicks, beginTicks } from './ticks';

/** Ids have a table: V8 and all others that are known number nodes from 0 or 1 on. */
const MOST_ID: f64 = 134_217_727;

/** Call before the first nodes, and once what the scans wrote was taken. */
export function beginNodes(): void {
  beginRows();
  beginTicks();
  beginFrames();
}

/** Reads the list of nodes as far as the window goes; returns where to go on. With Status.more that is a node that is not complete. */
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

// Keys as they stand in memory with the quotes and the colon: their first and their last eight bytes.
const ID: u64 = 0x3a22646922; // "id":
const CALL_FRAME: u64 = 0x6172466c6c616322; // "callFra
const CALL_FRAME_END: u64 = 0x3a22656d6172466c; // lFrame":
const HIT_COUNT: u64 = 0x6e756f4374696822; // "hitCoun
const HIT_COUNT_END: u64 = 0x3a22746e756f4374; // tCount":
const CHILDREN: u64 = 0x6572646c69686322; // "childre
const CHILDREN_END: u64 = 0x3a226e6572646c69; // ildren":
const POSITION_TICKS: u64 = 0x6f697469736f7022; // "positio
const POSITION_TICKS_END: u64 = 0x3a22736b6369546e; // nTicks":
const PARENT: u64 = 0x22746e6572617022; // "parent"
const PARENT_END: u64 = 0x3a22746e65726170; // parent":
const LINE: u64 = 0x3a22656e696c22; // "line":
const TICKS: u64 = 0x3a22736b63697422; // "ticks":

/** Reads the node at `from`. Returns 0 for an incomplete one, and when `status` reports a problem or a lack of room. */
function readNode(from: usize): usize {
  if (load<u8>(from) != 0x7b) return fail(Problem.notANode, from);
  let id: f64 = -1;
  let parent: f64 = NaN;
  let frameAt: usize = 0;
  let frameEnd: usize = 0;
  let frame: i32 = -1;
  let p: usize = 0;
  beginNode();
  for (let key = firstIn(from, 0x7d); key != 0; key = keyBehind(p, key)) {
    const word = load<u64>(key);
    if ((word & 0xffffffffff) == ID) {
      p = wholeNumber(space(key + 5), MOST_ID, Problem.badId);
      id = value;
    } else if (word == CALL_FRAME && load<u64>(key + 4) == CALL_FRAME_END) {
      frameAt = space(key + 12);
      frameEnd = recentFrameEnd(frameAt);
      frame = frameEnd != 0 ? lastFrame : -1;
      if (frameEnd == 0) frameEnd = usualFrameEnd(frameAt);
      if (frameEnd == 0) frameEnd = passValue(frameAt);
      p = frameEnd;
    } else if (word == CHILDREN && load<u64>(key + 3) == CHILDREN_END) p = readChildren(space(key + 11));
    else if (word == HIT_COUNT && load<u64>(key + 3) == HIT_COUNT_END) p = passValue(space(key + 11));
    else if (word == POSITION_TICKS && load<u64>(key + 8) == POSITION_TICKS_END) p = readTicks(space(key + 16));
    else if (word == PARENT && load<u64>(key + 1) == PARENT_END) {
      const at = space(key + 9);
      const isNull = load<u8>(at) == 0x6e;
      p = isNull ? passNull(at, Problem.badId) : wholeNumber(at, MOST_ID, Problem.badId);
      parent = isNull ? NaN : value;
    } else p = passMember(key);
    if (p == 0) return 0;
  }
  if (closed == 0) return 0;
  if (id < 0) return fail(Problem.noId, from);
  if (frameAt == 0) return fail(Problem.noFrame, from);
  const end = closed;
  if (frame < 0) frame = numberOf(frameAt, frameEnd);
  return frame >= 0 && keepNode(from, id, frame, parent) ? end : 0;
}

/** Reads a whole number from 0 on; `otherwise` is what is wrong with any other value. */
function wholeNumber(p: usize, most: f64, otherwise: Problem): usize {
  const q = number(p);
  if (q != 0 && value >= 0 && value <= most && trunc(value) == value) return q;
  return q == 0 && status == Status.more ? 0 : fail(otherwise, p);
}

function readChildren(p: usize): usize {
  beginChildren();
  if (load<u8>(p) != 0x5b) return passNull(p, Problem.badChildren);
  for (p = firstIn(p, 0x5d); p != 0; p = nextIn(p, 0x5d)) {
    p = wholeNumber(p, MOST_ID, Problem.badChildren);
    if (p == 0) return 0;
    addChild(value);
  }
  return closed;
}

function readTicks(p: usize): usize {
  beginNodeTicks();
  if (load<u8>(p) != 0x5b) return passNull(p, Problem.badTicks);
  for (p = firstIn(p, 0x5d); p != 0; p = nextIn(p, 0x5d)) {
    p = readTick(p);
    if (p == 0) return 0;
  }
  return closed;
}

function readTick(from: usize): usize {
  if (load<u8>(from) != 0x7b) return fail(Problem.badTicks, from);
  let line: f64 = NaN;
  let ticks: f64 = NaN;
  let p: usize = 0;
  for (let key = firstIn(from, 0x7d); key != 0; key = keyBehind(p, key)) {
    const word = load<u64>(key);
    if ((word & 0xffffffffffffff) == LINE) {
      p = number(space(key + 7));
      line = value;
    } else if (word == TICKS) {
      p = wholeNumber(space(key + 8), 0xffffffff, Problem.badTicks);
      ticks = value;
    } else p = passMember(key);
    if (p == 0) return 0;
  }
  if (closed == 0) return 0;
  if (!(line <= 0x7fffffff && trunc(line) == line && ticks >= 0)) return fail(Problem.badTicks, from);
  // A script that `vm` runs at an offset may have lines before the first: they are lines of no file.
  addTick(nodeRow, <i32>max(line, 0), <u32>ticks);
  return closed;
}
