import type { CallTable } from './analysis.ts';
import type { DepthFirst } from './depth-first.ts';
import type { NodeTimes } from './measure-tree.ts';

/**
 * Who calls whom and how much time that took; a pair counts once per stack. `functionOf`: the function of each node,
 * below `functions`.
 */
export function buildCalls(
  parent: Int32Array,
  functionOf: Int32Array,
  walk: DepthFirst,
  { totalTime }: NodeTimes,
  functions: number,
): CallTable {
  const { first, place } = placesByCaller(parent, functionOf, walk, functions);
  const caller: number[] = [];
  const callee: number[] = [];
  const time: number[] = [];
  // Of the caller at hand: time in each callee, and where the subtree of the callee's outermost node ends.
  const timeIn = new Float64Array(functions);
  const openUntil = new Int32Array(functions);
  for (let row = 0; row < functions; row++) {
    const callees: number[] = [];
    for (let i = first[row]; i < first[row + 1]; i++) {
      const node = walk.order ? walk.order[place[i]] : place[i];
      const called = functionOf[node];
      if (openUntil[called] === 0) callees.push(called);
      if (place[i] < openUntil[called]) continue;
      openUntil[called] = walk.end[node];
      timeIn[called] += totalTime[node];
    }
    callees.sort((a, b) => timeIn[b] - timeIn[a]);
    for (const called of callees) {
      caller.push(row);
      callee.push(called);
      time.push(timeIn[called]);
      timeIn[called] = 0;
      openUntil[called] = 0;
    }
  }
  return { caller: Int32Array.from(caller), callee: Int32Array.from(callee), time: Float64Array.from(time) };
}

/** Places of all nodes but the root in ascending order, grouped by the function that calls them. */
function placesByCaller(
  parent: Int32Array,
  functionOf: Int32Array,
  { order }: DepthFirst,
  functions: number,
): { first: Int32Array; place: Int32Array } {
  const first = new Int32Array(functions + 1);
  for (let node = 1; node < parent.length; node++) first[functionOf[parent[node]] + 1]++;
  for (let row = 0; row < functions; row++) first[row + 1] += first[row];
  const next = first.slice();
  const place = new Int32Array(Math.max(0, parent.length - 1));
  for (let at = 1; at < parent.length; at++) place[next[functionOf[parent[order ? order[at] : at]]]++] = at;
  return { first, place };
}
