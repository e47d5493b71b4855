import { type Analysis, Category } from './analysis.ts';
import type { FunctionIndex, Microseconds } from './units.ts';

/** One caller or callee of a function, with the time of those calls in microseconds. */
export interface Neighbour {
  readonly function: FunctionIndex;
  readonly time: Microseconds;
}

/** Who calls this function, the most time first. Recursion (the function itself) and the root are left out. */
export function callersOf(analysis: Analysis, row: FunctionIndex): Neighbour[] {
  return neighbours(analysis, analysis.callPairs.callee, analysis.callPairs.caller, row);
}

/** Whom this function calls, the most time first. */
export function calleesOf(analysis: Analysis, row: FunctionIndex): Neighbour[] {
  return neighbours(analysis, analysis.callPairs.caller, analysis.callPairs.callee, row);
}

function neighbours({ functions, callPairs }: Analysis, key: Int32Array, other: Int32Array, row: number): Neighbour[] {
  const found: Neighbour[] = [];
  for (let i = 0; i < key.length; i++)
    if (key[i] === row && other[i] !== row && functions.category[other[i]] !== Category.root)
      found.push({ function: other[i], time: callPairs.time[i] });
  return found.sort((a, b) => b.time - a.time);
}
