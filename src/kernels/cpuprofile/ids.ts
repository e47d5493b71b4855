/** What is known of the ids of nodes. */
import { K1, K2, seed } from '../shared/hash';
import { isId } from './numbers';

// What is known of each id: 0 nothing, -1 - row that the node of that row names it as its child, 1 + row its own row.
// Small ids, which are V8's, have a table of i32:
let dense: usize = 0;
export let denseEnd: f64 = 0;
// Others have entries of 16 bytes, the id as f64 (0: free), then the i32.
let sparse: usize = 0;
export let sparseSlots: u32 = 0;
export let sparseCount: u32 = 0;
const NOTHING: usize = memory.data(16, 16);
/** Ids that were named as children of nodes and are still to come. */
export let missingCount: i32 = 0;

export function addMissing(more: i32): void {
  missingCount += more;
}

/** A table of zero bytes for the ids below `count`, once before `scanNodes`. */
export function setDenseIds(start: usize, count: u32): void {
  dense = start;
  denseEnd = <f64>count;
}

/** A table of `count` slots (a power of two) of zero bytes for all other ids; what the old one holds moves over. */
export function setSparseIds(start: usize, count: u32): void {
  const old = sparse;
  const oldSlots = sparseSlots;
  sparse = start;
  sparseSlots = count;
  for (let i: u32 = 0; i < oldSlots; i++) {
    const entry = old + ((<usize>i) << 4);
    const id = load<f64>(entry);
    if (id == 0) continue;
    const to = stateOf(id);
    store<f64>(to - 8, id);
    store<i32>(to, load<i32>(entry + 8));
  }
}

/** Where the state of an id stands, or will stand. */
export function stateOf(id: f64): usize {
  if (id < denseEnd) return dense + ((<usize>id) << 2);
  return sparseState(id);
}

function sparseState(id: f64): usize {
  if (sparseSlots == 0) return NOTHING;
  const bits = (reinterpret<u64>(id) ^ seed) * K1;
  let slot = <u32>(((bits ^ (bits >>> 32)) * K2) >>> 32);
  while (true) {
    const entry = sparse + ((<usize>(slot & (sparseSlots - 1))) << 4);
    const key = load<f64>(entry);
    if (key == id || key == 0) return entry + 8;
    slot++;
  }
}

export function setState(at: usize, id: f64, state: i32): void {
  if (id >= denseEnd && load<i32>(at) == 0) {
    store<f64>(at - 8, id);
    sparseCount++;
  }
  store<i32>(at, state);
}

/** The row of an id; -1 for an id that no node has. */
export function rowOf(id: f64): i32 {
  if (!isId(id)) return -1;
  const state = load<i32>(stateOf(id));
  return state > 0 ? state - 1 : -1;
}

/** The id of the node in a row, by a search through all: for messages. */
export function idOf(row: i32): f64 {
  return idWith(row + 1, row + 1);
}

/** An id that a node names as its child and that no node has; -1 for none. */
export function missingId(): f64 {
  return idWith(i32.MIN_VALUE, -1);
}

/** The row of the node that names such an id. */
export function callerOf(id: f64): i32 {
  return -1 - load<i32>(stateOf(id));
}

/** The first id with a state between two, both included; -1 for none. */
function idWith(least: i32, most: i32): f64 {
  for (let id: u32 = 0; id < <u32>denseEnd; id++) {
    const state = load<i32>(dense + ((<usize>id) << 2));
    if (state >= least && state <= most) return <f64>id;
  }
  for (let slot: u32 = 0; slot < sparseSlots; slot++) {
    const entry = sparse + ((<usize>slot) << 4);
    const state = load<i32>(entry + 8);
    if (load<f64>(entry) != 0 && state >= least && state <= most) return load<f64>(entry);
  }
  return -1;
}
