/**
 * The call tree, walked depth first with a stack of the calls that are open: so a function or a call counts once,
 * however often it stands on the stack, and nothing is kept for nodes that the walk has left.
 */
import { addF64, addI32, allocate, f64At, i32At, setI32 } from '../shared/memory';
import { Category } from './model.generated';
import { createPairs, pairAt, pairOf, Pairs, writePairs } from './pairs';
import { categoryAt, categoryOf, findOwn, frameOf, functionOf, isNative, Own } from './samples';

/** A call that is open: its node, and what was spent in and below it so far. */
@unmanaged
class Call {
  node: i32;
  frame: i32;
  function: i32;
  /** Its number among the pairs of caller and callee; -1 for the root. */
  pair: i32;
  samples: u32;
  time: f64;
  blocked: f64;
}

let stack: usize = 0;
let room: i32 = 0;
let depth: i32 = 0;

/** The parents (i32) of nodes from the `first` on. */
let parents: usize = 0;
let first: i32 = 0;

// For each function:
let selfTimes: usize = 0; // f64
let totalTimes: usize = 0; // f64
let selfCounts: usize = 0; // u32
let totalCounts: usize = 0; // u32
let openCounts: usize = 0; // i32: how many times it stands on the stack

// Blocked time (f64), where it is known; else 0:
let selfBlocked: usize = 0; // of each function
let totalBlocked: usize = 0;

// Times of the calls, by caller and callee.
let calls: Pairs = changetype<Pairs>(0);

/** Node (i32) at each place of a depth-first walk; 0 where each node is its own place. */
let order: usize = 0;

/** Begins a walk from the root. `places` as `orderDepthFirst` gives them, or 0. The sums start at zero. */
export function beginWalk(places: usize, selfTime: usize, totalTime: usize, selfCount: usize, totalCount: usize): void {
  order = places;
  selfTimes = selfTime;
  totalTimes = totalTime;
  selfCounts = selfCount;
  totalCounts = totalCount;
  depth = 0;
  calls = createPairs();
}

/** How often each function (i32) stands on the stack: zero at the beginning. */
export function setOpenCounts(open: usize): void {
  openCounts = open;
}

/** Where blocked time goes (f64): each function's own, and with all that it calls. Before the walk. */
export function setBlockedTimes(self: usize, total: usize): void {
  selfBlocked = self;
  totalBlocked = total;
}

/** The parents (i32) of the nodes from one on. */
export function setParents(from: i32, parent: usize): void {
  first = from;
  parents = parent;
}

function callAt(place: i32): Call {
  return changetype<Call>(stack + <usize>place * offsetof<Call>());
}

/** Goes on over some places. False where a node's parent is not open: then the rows do not stand depth first. */
export function walk(from: i32, to: i32): bool {
  for (let place = from; place < to; place++) {
    const node = order == 0 ? place : i32At(order, place);
    const above = i32At(parents, node - first);
    while (depth > 0 && callAt(depth - 1).node != above) leave();
    if (depth == 0 && above >= 0) return false;
    enter(node);
  }
  return true;
}

/** Leaves all nodes that are open still. */
export function endWalk(): void {
  while (depth > 0) leave();
}

function enter(node: i32): void {
  if (depth == room) growStack();
  const call = callAt(depth);
  const frame = frameOf(node);
  const row = functionOf(frame);
  call.node = node;
  call.frame = frame;
  call.function = row;
  call.pair = -1;
  call.samples = 0;
  call.time = 0;
  call.blocked = 0;
  addI32(openCounts, row, 1);
  if (depth > 0) {
    call.pair = pairOf(calls, callAt(depth - 1).function, row);
    pairAt(calls, call.pair).open++;
  }
  const own = findOwn(node);
  if (own !== null) {
    call.samples = own.samples;
    call.time = own.time;
    call.blocked = own.blocked;
    addSelf(own);
  }
  depth++;
}

/** Self time is the function's; that of native code is that of the script's function that called it. */
function addSelf(own: Own): void {
  let owner = depth;
  if (categoryOf(own.frame) == Category.native) {
    let caller = depth - 1;
    while (caller >= 0 && categoryOf(callAt(caller).frame) == Category.native) caller--;
    // What the runtime itself called is nobody else's.
    if (caller >= 0 && categoryOf(callAt(caller).frame) < Category.native) owner = caller;
  }
  addF64(selfTimes, callAt(owner).function, own.time);
  addI32(selfCounts, callAt(owner).function, own.samples);
  if (selfBlocked != 0) addF64(selfBlocked, callAt(owner).function, own.blocked);
  noteCaller(own);
}

/** Of native code that native code called, the call by a script. */
function noteCaller(own: Own): void {
  let callee = depth;
  if (isNative(own.frame)) {
    while (callee > 1 && isNative(callAt(callee - 1).frame)) callee--;
    own.caller = callee == 0 ? -1 : callAt(callee - 1).node;
    own.callerFrame = callAt(max(0, callee - 1)).frame;
  } else {
    own.caller = own.node;
    own.callerFrame = own.frame;
  }
  own.callee = callAt(callee).node;
}

function leave(): void {
  const call = callAt(--depth);
  const row = call.function;
  addI32(openCounts, row, -1);
  if (i32At(openCounts, row) == 0) {
    addF64(totalTimes, row, call.time);
    addI32(totalCounts, row, call.samples);
    if (totalBlocked != 0) addF64(totalBlocked, row, call.blocked);
  }
  if (call.pair < 0) return;
  const pair = pairAt(calls, call.pair);
  if (--pair.open == 0) pair.time += call.time;
  const above = callAt(depth - 1);
  above.time += call.time;
  above.blocked += call.blocked;
  above.samples += call.samples;
}

function growStack(): void {
  const larger = max(256, room << 1);
  const to = allocate(<usize>larger * offsetof<Call>());
  memory.copy(to, stack, <usize>room * offsetof<Call>());
  stack = to;
  room = larger;
}

/** After the walk: self time of all functions that have lines, whether or not the lines are known. */
export function timeInScripts(functionCount: i32): f64 {
  let sum: f64 = 0;
  for (let row = 0; row < functionCount; row++) if (categoryAt(row) < Category.native) sum += f64At(selfTimes, row);
  return sum;
}

/** Writes the calls as columns of pairs, caller and callee. Their count. */
export function writeCalls(): i32 {
  return writePairs(calls);
}

/**
 * The nodes (i32) in depth-first order, children in the order of their rows. `parent` of each node; `sizes` (i32, zero):
 * room for how many nodes each subtree has.
 */
export function orderDepthFirst(nodes: i32, parent: usize, sizes: usize): usize {
  for (let node = nodes - 1; node >= 0; node--) {
    addI32(sizes, node, 1);
    if (node > 0) addI32(sizes, i32At(parent, node), i32At(sizes, node));
  }
  const places = allocate((<usize>nodes) << 2);
  const next = allocate((<usize>nodes) << 2); // the next free place below each node
  setI32(next, 0, 1);
  for (let node = 1; node < nodes; node++) {
    const above = i32At(parent, node);
    const place = i32At(next, above);
    setI32(places, place, node);
    setI32(next, node, place + 1);
    setI32(next, above, place + i32At(sizes, node));
  }
  return places;
}
