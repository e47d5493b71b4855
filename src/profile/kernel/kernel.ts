/**
 * The sums over a call tree, in AssemblyScript (not TypeScript: `src/build-kernel.mjs` compiles it). The host
 * (`tree-kernel.ts`) writes columns of the nodes, calls the functions below in their order, and reads the answers.
 *
 * Why not in TypeScript: each of these loops runs once over hundreds of thousands of nodes, and is over by the time that
 * the engine has compiled it well. Loops over nodes go over some of them at a time, for the engine changes to better code
 * only between calls.
 */

// The engine's own data lie in the first page.
let top: usize = 65_536;

/** Address of `bytes` zero bytes. */
export function allocate(bytes: usize): usize {
  const start = top;
  top += (bytes + 15) & ~15;
  const pages = <i32>((top + 65_535) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  return start;
}

// Columns with one row for each node.
let nodes: i32 = 0;
let parents: usize = 0; // i32
let functionOf: usize = 0; // i32: the frame, and from `findFunctions` on the function
let times: usize = 0; // f64: self time, and from `sumUp` on total time
let samples: usize = 0; // u32: likewise
let sizes: usize = 0; // i32: from `sumUp` on, nodes of the subtree
let order: usize = 0; // i32: node at each place of a depth-first order; 0 where each node is its own place

export function setNodes(count: i32, parent: usize, frame: usize, time: usize, sample: usize, size: usize): void {
  nodes = count;
  parents = parent;
  functionOf = frame;
  times = time;
  samples = sample;
  sizes = size;
}

function i32At(column: usize, row: i32): i32 {
  return load<i32>(column + ((<usize>row) << 2));
}

function f64At(column: usize, row: i32): f64 {
  return load<f64>(column + ((<usize>row) << 3));
}

function setI32(column: usize, row: i32, value: i32): void {
  store<i32>(column + ((<usize>row) << 2), value);
}

function addI32(column: usize, row: i32, value: i32): void {
  const at = column + ((<usize>row) << 2);
  store<i32>(at, load<i32>(at) + value);
}

function addF64(column: usize, row: i32, value: f64): void {
  const at = column + ((<usize>row) << 3);
  store<f64>(at, load<f64>(at) + value);
}

/** From the frame of each node to its function; `ofFrame` (i32) has one row for each frame. */
export function findFunctions(from: i32, to: i32, ofFrame: usize): void {
  for (let node = from; node < to; node++) setI32(functionOf, node, i32At(ofFrame, i32At(functionOf, node)));
}

// ---------------------------------------------------------------- self

const NATIVE: u8 = 3; // `Category.native`; what is below it is a script's function

/** Nodes (i32) with self time or samples, ascending: `ownCount` of them at `own`. */
export let own: usize = 0;
export let ownCount: i32 = 0;

/**
 * Self time (f64) and samples (u32) of each function; native code is its caller's. `categories`: a byte for each. Lists
 * the nodes that have any.
 */
export function sumSelf(from: i32, to: i32, categories: usize, time: usize, count: usize): void {
  if (own == 0) own = allocate((<usize>nodes) << 2);
  for (let node = from; node < to; node++) {
    const taken = i32At(samples, node);
    const spent = f64At(times, node);
    if (taken == 0 && spent == 0) continue;
    setI32(own, ownCount++, node);
    const row = i32At(functionOf, node);
    const owner = load<u8>(categories + row) == NATIVE ? callerOf(categories, node) : row;
    addF64(time, owner, spent);
    addI32(count, owner, taken);
  }
}

/** The script's function below which native code ran, the native one itself where the runtime called it. */
function callerOf(categories: usize, node: i32): i32 {
  let caller = i32At(parents, node);
  while (caller >= 0 && load<u8>(categories + i32At(functionOf, caller)) == NATIVE) caller = i32At(parents, caller);
  const isCalled = caller >= 0 && load<u8>(categories + i32At(functionOf, caller)) < NATIVE;
  return i32At(functionOf, isCalled ? caller : node);
}

// ---------------------------------------------------------------- total

/** Adds each node to its parent, which stands before it: so the last nodes must come first. */
export function sumUp(from: i32, to: i32): void {
  for (let node = to - 1; node >= from; node--) {
    addI32(sizes, node, 1);
    const above = i32At(parents, node);
    if (above < 0) continue;
    addF64(times, above, f64At(times, node));
    addI32(samples, above, i32At(samples, node));
    addI32(sizes, above, i32At(sizes, node));
  }
}

/** Brings the nodes into depth-first order, children in the order of their rows. Returns the order. */
export function orderDepthFirst(): usize {
  order = allocate((<usize>nodes) << 2);
  const next = allocate((<usize>nodes) << 2); // the next free place below each node
  setI32(next, 0, 1);
  for (let node = 1; node < nodes; node++) {
    const above = i32At(parents, node);
    const place = i32At(next, above);
    setI32(order, place, node);
    setI32(next, node, place + 1);
    setI32(next, above, place + i32At(sizes, node));
  }
  return order;
}

/** Rows stand depth first where no subtree, as many rows as it has nodes from its root on, ends behind its parent's. */
export function isDepthFirst(from: i32, to: i32): bool {
  for (let node = from; node < to; node++) {
    const above = i32At(parents, node);
    if (above >= 0 && node + i32At(sizes, node) > above + i32At(sizes, above)) return false;
  }
  return true;
}

/**
 * Total time (f64) and samples (u32) of each function, and the calls between them; what stands on a stack several times
 * counts once. `openUntil` (i32): room for where the subtree of the outermost node of each function ends.
 */
export function sumFunctions(from: i32, to: i32, time: usize, count: usize, openUntil: usize): void {
  if (slots == 0) growCallSlots(4096);
  for (let place = from; place < to; place++) {
    const node = order == 0 ? place : i32At(order, place);
    const row = i32At(functionOf, node);
    const end = place + i32At(sizes, node);
    if (place > 0) addCall(i32At(functionOf, i32At(parents, node)), row, f64At(times, node), place, end);
    if (place < i32At(openUntil, row)) continue;
    setI32(openUntil, row, end);
    addF64(time, row, f64At(times, node));
    addI32(count, row, i32At(samples, node));
  }
}

// ---------------------------------------------------------------- calls

// A call: caller, callee, where the subtree of the outermost callee ends (i32 each), then its time (f64).
const CALL_BYTES: usize = 24;
export let calls: usize = 0;
export let callCount: i32 = 0;
// A table of i32, the number of a call plus one in each slot (0: free); half as many calls have room.
let slots: usize = 0;
let slotCount: i32 = 0;

function slotOf(caller: i32, callee: i32): usize {
  let mixed = (<u32>caller * 0x9e3779b1) ^ (<u32>callee * 0x85ebca6b);
  mixed ^= mixed >> 15;
  while (true) {
    const slot = slots + ((<usize>(mixed & (slotCount - 1))) << 2);
    const number = load<i32>(slot);
    if (number == 0) return slot;
    const call = calls + <usize>(number - 1) * CALL_BYTES;
    if (load<i32>(call) == caller && load<i32>(call, 4) == callee) return slot;
    mixed++;
  }
}

function growCallSlots(count: i32): void {
  slotCount = count;
  slots = allocate((<usize>count) << 2);
  const larger = allocate(<usize>(count >> 1) * CALL_BYTES);
  memory.copy(larger, calls, <usize>callCount * CALL_BYTES);
  calls = larger;
  for (let i = 0; i < callCount; i++) {
    const call = calls + <usize>i * CALL_BYTES;
    store<i32>(slotOf(load<i32>(call), load<i32>(call, 4)), i + 1);
  }
}

function addCall(caller: i32, callee: i32, time: f64, place: i32, end: i32): void {
  const slot = slotOf(caller, callee);
  const number = load<i32>(slot);
  if (number == 0) {
    const call = calls + <usize>callCount * CALL_BYTES;
    store<i32>(call, caller);
    store<i32>(call, callee, 4);
    store<i32>(call, end, 8);
    store<f64>(call, time, 16);
    store<i32>(slot, ++callCount);
    if (callCount == slotCount >> 1) growCallSlots(slotCount << 1);
    return;
  }
  const call = calls + <usize>(number - 1) * CALL_BYTES;
  if (place < load<i32>(call, 8)) return;
  store<i32>(call, end, 8);
  store<f64>(call, load<f64>(call, 16) + time, 16);
}
