/** Lists of numbers, written as columns. */
import { allocate } from '../shared/memory';
import { rowOf } from './ids';
import { endItem, itemAt, nextItem } from './lists';
import { number, numberOrNull, value } from './numbers';
import { fail, failOn, openWindow, Problem } from './status';

/** The numbers that the last scan of a list of numbers wrote, and how many. */
export let numbersOut: usize = 0;
export let numberCount: i32 = 0;

let now: f64 = 0;

export function openNumbers(rows: usize): void {
  numbersOut = allocate(rows << 3);
}

/** Call before `scanTimes`: its sum starts at zero. */
export function beginTimes(): void {
  now = 0;
}

/** How to read the numbers of a list. */
const enum Kind {
  ids,
  steps,
  values,
}

/** Reads a list of ids, all nodes being read, as the nodes' rows (i32), as far as the window goes; where to go on. */
export function scanRows(from: usize, end: usize): usize {
  return scanNumbers(from, end, Kind.ids);
}

/** Reads a list of time deltas as sums so far (f64), as far as the window goes; returns where to go on. */
export function scanTimes(from: usize, end: usize): usize {
  return scanNumbers(from, end, Kind.steps);
}

/** Reads a list of numbers (f64), null as NaN, as far as the window goes; returns where to go on. */
export function scanValues(from: usize, end: usize): usize {
  return scanNumbers(from, end, Kind.values);
}

function scanNumbers(from: usize, end: usize, kind: i32): usize {
  openWindow(end);
  numberCount = 0;
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = kind == Kind.values ? numberOrNull(p) : number(p);
    if (q == 0 || !add(kind, p)) return p;
    numberCount++;
    endItem();
    p = q;
  }
}

function add(kind: i32, p: usize): bool {
  if (kind == Kind.ids) return addRow(p);
  if (kind == Kind.steps) return addTime(p);
  store<f64>(numbersOut + ((<usize>numberCount) << 3), value);
  return true;
}

function addRow(p: usize): bool {
  const row = rowOf(value);
  if (row < 0) return failOn(Problem.unknownNode, value, p) != 0;
  store<i32>(numbersOut + ((<usize>numberCount) << 2), row);
  return true;
}

function addTime(p: usize): bool {
  now += value;
  if (!(abs(now) <= 9007199254740991)) return fail(Problem.badTime, p) != 0;
  store<f64>(numbersOut + ((<usize>numberCount) << 3), now);
  return true;
}
