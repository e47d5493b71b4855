import { narrowTree } from './narrow-tree.ts';
import type { MadeTree, MergeOptions, TreeColumns } from './merged-tree.ts';
import { mergeNodes, wholePlan } from './merger.ts';
import { prepareTree } from './prepare-tree.ts';
import { finish } from './steps.ts';

/**
 * The flame graph of a call tree: children of one function merged, idle time left out, and, as asked, dependencies
 * folded into their callers and all but the focus left out. A focus that is not in the tree gives a tree of one node
 * without time.
 */
export function mergeTree(tree: TreeColumns, options: MergeOptions): MadeTree {
  const input = finish(prepareTree(tree, options.category, false));
  const whole = finish(mergeNodes(input, { ...options, ...wholePlan(input), keepsNodes: true }));
  if (!options.focus && !options.hideDependencies) return whole;
  const narrow = finish(narrowTree(whole, options));
  return { ...narrow, ofNode: whole.ofNode.map((node) => (node < 0 ? -1 : narrow.ofNode[node])) };
}
