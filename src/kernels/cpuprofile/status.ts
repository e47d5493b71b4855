/** Problems, and the window that the scans go over. */
import { failAt, Status, stop } from '../shared/status';

/** What can be wrong with a recording. */
export const enum Problem {
  none,
  badJson,
  notANumber,
  badTime,
  sameId,
  twoParents,
  unknownNode,
  notANode,
  noId,
  noFrame,
  badId,
  badChildren,
  badTicks,
}

/** The id that the problem is about, where its sentence has a place for one. */
export let problemId: f64 = 0;

/** Where the bytes of this call end. */
export let windowEnd: usize = 0;

/** Begins a call that goes over the bytes before `end`, with zeros behind them. */
export function openWindow(end: usize): void {
  windowEnd = end;
  store<u64>(end, 0);
  store<u64>(end + 8, 0);
  stop(Status.more);
}

/** Ends a call at a problem, unless it is only the window's end that makes it one. Returns 0. */
export function fail(code: Problem, p: usize): usize {
  if (p < windowEnd) return failAt(code, p);
  stop(Status.more);
  return 0;
}

export function failOn(code: Problem, id: f64, p: usize): usize {
  problemId = id;
  return fail(code, p);
}

/** What must grow after `Status.room`. */
export const enum Room {
  frameSlots,
  frameText,
  ids,
}

/** A `Room`. */
export let roomFor: i32 = Room.frameSlots;
/** What must have room to go on: bytes of text, or ids. */
export let roomNeeded: usize = 0;

/** Ends a call that needs more memory to go on. */
export function askRoom(kind: Room, needed: usize): void {
  stop(Status.room);
  roomFor = kind;
  roomNeeded = needed;
}
