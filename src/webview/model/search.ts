import type { Microseconds } from '../../core/index.ts';
import type { MergedIndex, MergedTree } from './merged-tree.ts';
import type { PanelTables } from '../panel-tables.ts';
import { STEP, type Steps } from './steps.ts';

/** One byte for each function: 1 where its name or its file contains the text, whatever the case. */
export function matchFunctions({ header, columns }: PanelTables, query: string): Uint8Array {
  const text = query.trim().toLowerCase();
  const contains = (name: string): boolean => name.toLowerCase().includes(text);
  const isFound = header.sourceLabels.map(contains);
  const source = columns['functions.source'];
  return Uint8Array.from(header.functionNames, (name, fn) => (isFound[source[fn]] || contains(name) ? 1 : 0));
}

/** What a search found in a flame graph. */
export interface SearchResult {
  readonly frames: number;
  /** Time under matching frames; a stack counts once however many of its frames match. */
  readonly time: Microseconds;
}

/** Counts the frames of the matching functions and the time they cover. */
export function* searchTree(tree: MergedTree, matches: Uint8Array): Steps<SearchResult> {
  const { function: functionOf, parent, totalTime } = tree;
  /** Per node: 1 where it or a caller of it matches. */
  const covered = new Uint8Array(functionOf.length);
  let frames = 0;
  let time = 0;
  for (let from = 1; from < covered.length; from += STEP, yield) {
    for (let node = from, end = Math.min(covered.length, from + STEP); node < end; node++) {
      const fn = functionOf[node];
      const above = covered[parent[node]];
      const hit = fn >= 0 ? matches[fn] : 0;
      covered[node] = above | hit;
      if (hit === 0) continue;
      frames++;
      if (above === 0) time += totalTime[node];
    }
  }
  return { frames, time };
}

/**
 * The next matching node after `node` by descending time (`direction` 1), or before it (-1); those of equal time from left
 * to right. Goes on at the other end, and begins there when `node` is -1. Undefined when nothing matches.
 */
export function nextMatch(
  tree: MergedTree,
  matches: Uint8Array,
  node: MergedIndex,
  direction: 1 | -1,
): MergedIndex | undefined {
  const { function: functionOf, totalTime } = tree;
  /** Whether one node comes before another in this direction. */
  const isBefore = (a: MergedIndex, b: MergedIndex): boolean =>
    (totalTime[a] === totalTime[b] ? a < b : totalTime[a] > totalTime[b]) === direction > 0;
  let first: MergedIndex | undefined;
  let next: MergedIndex | undefined;
  for (let i = 1; i < functionOf.length; i++) {
    if (functionOf[i] < 0 || matches[functionOf[i]] !== 1 || totalTime[i] === 0) continue;
    if (first === undefined || isBefore(i, first)) first = i;
    if (node >= 0 && i !== node && isBefore(node, i) && (next === undefined || isBefore(i, next))) next = i;
  }
  return next ?? first;
}
