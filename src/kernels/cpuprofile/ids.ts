/** What is known of the ids of nodes. */
import { allocate } from '../shared/memory';

// What is known of each id (i32): 0 nothing, -1 - row that the node of that row names it as its child, 1 + row its own row.
let states: usize = 0;
/** Ids below this have room. */
export let idRoom: f64 = 0;
/** Ids that were named as children of nodes and are still to come. */
export let missingCount: i32 = 0;

export function addMissing(more: i32): void {
  missingCount += more;
}

/** Makes room for the ids below `count`. */
export function growIds(count: u32): void {
  const start = allocate((<usize>count) << 2);
  memory.copy(start, states, (<usize>idRoom) << 2);
  states = start;
  idRoom = <f64>count;
}

/** Where the state of an id stands, for which there must be room. */
export function stateOf(id: f64): usize {
  return states + ((<usize>id) << 2);
}

/** The row of an id; -1 for an id that no node has. */
export function rowOf(id: f64): i32 {
  if (!(id >= 0 && id < idRoom) || trunc(id) != id) return -1;
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
  for (let id: u32 = 0; id < <u32>idRoom; id++) {
    const state = load<i32>(stateOf(<f64>id));
    if (state >= least && state <= most) return <f64>id;
  }
  return -1;
}
