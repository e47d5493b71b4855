/** Lists of numbers, written as columns. */
import { rowOf } from './ids';
import { endItem, itemAt, nextItem } from './lists';
import { listNumber, value } from './numbers';
import { fail, failOn, openWindow, Problem } from './status';

/** Numbers that the last scan of a list of numbers wrote. */
export let numberCount: i32 = 0;

let now: f64 = 0;

/** Call before `scanTimes`: its sum starts at zero. */
export function beginTimes(): void {
  now = 0;
}

/** Reads a list of ids, all nodes being read, as the nodes' rows (i32), as far as the window goes; where to go on. */
export function scanRows(from: usize, end: usize, out: usize): usize {
  openWindow(end);
  numberCount = 0;
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = listNumber(p);
    if (q == 0) return p;
    const row = rowOf(value);
    if (row < 0) {
      failOn(Problem.unknownNode, value, p);
      return p;
    }
    store<i32>(out + ((<usize>numberCount) << 2), row);
    numberCount++;
    endItem();
    p = q;
  }
}

/** Reads a list of time deltas as sums so far (f64), as far as the window goes; returns where to go on. */
export function scanTimes(from: usize, end: usize, out: usize): usize {
  openWindow(end);
  numberCount = 0;
  let p = from;
  while (true) {
    p = nextItem(p);
    if (p == 0) return itemAt;
    const q = listNumber(p);
    if (q == 0) return p;
    now += value;
    if (!(abs(now) <= 9007199254740991)) {
      fail(Problem.badTime, p);
      return p;
    }
    store<f64>(out + ((<usize>numberCount) << 3), now);
    numberCount++;
    endItem();
    p = q;
  }
}
