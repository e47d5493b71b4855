import { findEntries } from './focus.ts';
import { focusedFunction, type DerivedTree, type MergedTree, type MergeOptions } from './merged-tree.ts';
import { mergeNodes } from './merger.ts';
import type { Steps } from './steps.ts';

/**
 * A part of a merged tree: with dependencies folded into their callers, and only what is in focus. A focus that is not in
 * the tree gives a tree of one node without time.
 */
export function* narrowTree(tree: MergedTree, options: MergeOptions): Steps<DerivedTree> {
  const { category, hideDependencies, focus } = options;
  const entries = focus ? yield* findEntries(tree, options) : new Int32Array(1);
  const root = focus ? focusedFunction(focus) : tree.function[0];
  return yield* mergeNodes(tree, { category, hideDependencies, entries, root, mapsNodes: true });
}
