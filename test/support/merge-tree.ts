import { addUpFunctions, type FunctionTimes } from '../../src/webview/model/function-times.ts';
import type { DerivedTree, MergedTree, MergeOptions, TreeColumns } from '../../src/webview/model/merged-tree.ts';
import { mergeNodes } from '../../src/webview/model/merger.ts';
import { narrowTree } from '../../src/webview/model/narrow-tree.ts';
import { prepareTree } from '../../src/webview/model/prepare-tree.ts';
import { finish } from './finish.ts';

interface ColoredTree extends TreeColumns {
  readonly category: Uint8Array;
}

/**
 * The flame graph of a call tree, without pausing: children of one function merged, idle time left out and, as asked,
 * dependencies folded into their callers and everything but the focus left out. A focus that is not in the tree gives a
 * tree of one node without time.
 */
export function mergeTree(tree: ColoredTree, more: Partial<MergeOptions> = {}): DerivedTree {
  const options = { category: tree.category, hideDependencies: false, ...more };
  const input = finish(prepareTree(structuredClone(tree), tree.category));
  const whole = finish(mergeNodes(input, { category: tree.category, mapsNodes: true }));
  if (!options.focus && !options.hideDependencies) return whole;
  const narrow = finish(narrowTree(whole, options));
  return { ...narrow, nodeMap: whole.nodeMap.map((node) => (node < 0 ? -1 : narrow.nodeMap[node])) };
}

/** Self and total time of every function in what a flame graph shows, without pausing. */
export const sumFunctions = (tree: MergedTree, category: Uint8Array): FunctionTimes =>
  finish(addUpFunctions(tree, category));
