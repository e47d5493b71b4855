import type { Index, Microseconds } from '../../profile/index.ts';
import type { MergedTree } from './merged-tree.ts';
import { sortFalling } from './sort-falling.ts';

/** What is searched: a name and a shown place for each function. */
export interface SearchIndex {
  readonly names: readonly string[];
  readonly labels: readonly string[];
  readonly source: Int32Array;
}

/** Lower-cased texts, made once for a model so that a keystroke only compares. */
export function buildSearchIndex(
  functionNames: readonly string[],
  sourceLabels: readonly string[],
  source: Int32Array,
): SearchIndex {
  const lower = (text: string): string => text.toLowerCase();
  return { names: functionNames.map(lower), labels: sourceLabels.map(lower), source };
}

/** One byte for each function: 1 where its name or its file contains the text, whatever the case. */
export function matchFunctions(index: SearchIndex, query: string): Uint8Array {
  const text = query.trim().toLowerCase();
  const matches = new Uint8Array(index.names.length);
  if (text === '') return matches;
  const labelMatches = Uint8Array.from(index.labels, (label) => (label.includes(text) ? 1 : 0));
  for (let fn = 0; fn < matches.length; fn++) {
    const source = index.source[fn];
    matches[fn] = (source >= 0 && labelMatches[source] === 1) || index.names[fn].includes(text) ? 1 : 0;
  }
  return matches;
}

/** What a search found in a flame graph. */
export interface SearchResult {
  readonly functions: number;
  readonly frames: number;
  /** Time under matching frames; a stack counts once however many of its frames match. */
  readonly time: Microseconds;
  /** Per node: 1 where it or a caller of it matches. */
  readonly covered: Uint8Array;
}

/** Counts the frames of the matching functions and the time they cover. */
export function searchTree(tree: MergedTree, matches: Uint8Array): SearchResult {
  const covered = new Uint8Array(tree.function.length);
  const seen = new Uint8Array(matches.length);
  let frames = 0;
  let functions = 0;
  let time = 0;
  for (let i = 0; i < covered.length; i++) {
    const fn = tree.function[i];
    const above = i > 0 ? covered[tree.parent[i]] : 0;
    const hit = fn >= 0 && i > 0 && matches[fn] === 1 ? 1 : 0;
    covered[i] = above | hit;
    if (hit === 0) continue;
    frames++;
    if (above === 0) time += tree.totalTime[i];
    functions += 1 - seen[fn];
    seen[fn] = 1;
  }
  return { functions, frames, time, covered };
}

/** Matching nodes, the most time first. */
export function rankMatches(tree: MergedTree, matches: Uint8Array): Int32Array {
  const found: Index[] = [];
  for (let i = 1; i < tree.function.length; i++)
    if (tree.function[i] >= 0 && matches[tree.function[i]] === 1) found.push(i);
  const ranked = Int32Array.from(found);
  sortFalling(ranked, 0, ranked.length, tree.totalTime);
  return ranked;
}
