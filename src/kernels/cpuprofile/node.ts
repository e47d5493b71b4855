/** The node at hand: what was read of it, and its row once all of it was. */
import { allocate } from '../shared/memory';
import { addMissing, idRoom, stateOf } from './ids';
import { askRoom, failOn, Problem, Room } from './status';
import { beginNodeTicks, keepNodeTicks, placeTicksOf } from './ticks';

// Columns that a call writes. One row for each node:
/** The number of its callFrame (i32). */
export let framesOut: usize = 0;
/** Row of the parent (i32); -1 where no node before this one names it as its child. */
export let parentsOut: usize = 0;
/** One for each node that was read before the node that names it as its child: row of the child, row of the parent (i32). */
export let lateOut: usize = 0;
// One for each node that names its parent:
/** Row of the node (i32). */
export let namingOut: usize = 0;
/** Id of its parent (f64). */
export let namedOut: usize = 0;
// Ids of the children of the node at hand, f64.
let childIds: usize = 0;
export let nodeCount: i32 = 0;
export let lateCount: i32 = 0;
export let namingCount: i32 = 0;
/** Row of the node at hand in the whole list. */
export let nodeRow: i32 = 0;

/** Columns for so many nodes, and as many numbers in all lists of children, each of which can be a late link. */
export function openNodes(rows: usize, numbers: usize): void {
  framesOut = allocate(rows << 2);
  parentsOut = allocate(rows << 2);
  namingOut = allocate(rows << 2);
  namedOut = allocate(rows << 3);
  lateOut = allocate(numbers << 3);
  childIds = allocate(numbers << 3);
}

/** Call before the nodes of a window. */
export function beginNodes(): void {
  nodeCount = 0;
  lateCount = 0;
  namingCount = 0;
}

let childCount: i32 = 0;
let highestChild: f64 = 0;

/** Call before a node. */
export function beginNode(): void {
  beginNodeTicks();
  beginChildren();
}

/** Call before a list of children: the last of a node counts. */
export function beginChildren(): void {
  childCount = 0;
  highestChild = 0;
}

export function addChild(id: f64): void {
  store<f64>(childIds + ((<usize>childCount) << 3), id);
  highestChild = max(highestChild, id);
  childCount++;
}

/** Writes the row of the node at `from`; `parent` is the id that it names, or NaN. False where that failed. */
export function keepNode(from: usize, id: f64, frame: i32, parent: f64): bool {
  if (!linkNode(from, id)) return false;
  store<i32>(framesOut + ((<usize>nodeCount) << 2), frame);
  if (parent == parent) {
    store<i32>(namingOut + ((<usize>namingCount) << 2), nodeRow);
    store<f64>(namedOut + ((<usize>namingCount) << 3), parent);
    namingCount++;
  }
  keepNodeTicks();
  nodeCount++;
  nodeRow++;
  return true;
}

/** Finds the node's parent among those before it, and notes whose parent it is. */
function linkNode(from: usize, nodeId: f64): bool {
  const highest = max(highestChild, nodeId);
  if (highest >= idRoom) {
    askRoom(Room.ids, <usize>highest + 1);
    return false;
  }
  const own = stateOf(nodeId);
  const state = load<i32>(own);
  if (state > 0) return failOn(Problem.sameId, nodeId, from) != 0;
  if (state < 0) addMissing(-1);
  store<i32>(parentsOut + ((<usize>nodeCount) << 2), state < 0 ? -1 - state : -1);
  store<i32>(own, nodeRow + 1);
  for (let i = 0; i < childCount; i++) {
    const id = load<f64>(childIds + ((<usize>i) << 3));
    if (!linkChild(id)) return failOn(Problem.twoParents, id, from) != 0;
  }
  return true;
}

/** Notes that a child of the node is to come, or was read before; false if it has another parent already. */
function linkChild(id: f64): bool {
  const at = stateOf(id);
  const state = load<i32>(at);
  if (state == 0) {
    store<i32>(at, -1 - nodeRow);
    addMissing(1);
    return true;
  }
  if (state < 0) return state == -1 - nodeRow;
  store<i32>(lateOut + ((<usize>lateCount) << 3), state - 1);
  store<i32>(lateOut + ((<usize>lateCount) << 3) + 4, nodeRow);
  lateCount++;
  return true;
}

/** Places the ticks of the last call: see `placeTicksOf`. */
export function placeTicks(): i32 {
  return placeTicksOf(nodeRow - nodeCount, framesOut);
}
