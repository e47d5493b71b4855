import { int32Column } from '../../core/index.ts';
import {
  type Focus,
  focusedFunction,
  type DerivedTree,
  isFolded,
  type MergedTree,
  type MergeOptions,
} from './merged-tree.ts';
import { mergeNodes } from './merger.ts';
import { STEP, type Steps } from './steps.ts';

/**
 * A part of a merged tree: with dependencies folded into their callers, and only what is in focus. A focus that is not in
 * the tree gives a tree of one node without time.
 */
export function* narrowTree(tree: MergedTree, options: MergeOptions): Steps<DerivedTree> {
  const { category, hideDependencies, focus } = options;
  const part = focus && { entries: yield* findEntries(tree, focus, options), root: focusedFunction(focus) };
  return yield* mergeNodes(tree, { category, hideDependencies, ...part, mapsNodes: true });
}

/** Marks nodes inside the focus or off its path: no node below them enters the focus. */
const DONE = -1;

/** The outermost nodes of the focus: where a stack enters it. */
function* findEntries(tree: MergedTree, focus: Focus, { category, hideDependencies }: MergeOptions): Steps<Int32Array> {
  // Anything may stand above a function in focus. Between the steps of a path only folded frames may, which are not steps.
  const isAnywhere = focus.kind === 'everywhere';
  const isPassed = category.map((kind) => (isAnywhere || (hideDependencies && isFolded(kind)) ? 1 : 0));
  const steps = isAnywhere ? [focus.function] : focus.path.filter((fn) => isPassed[fn] !== 1);
  const { function: functionOf, parent } = tree;
  const entries = int32Column();
  /** How many steps the stack of a node has matched. */
  const matched = new Int32Array(functionOf.length);
  for (let from = 0; from < matched.length; from += STEP, yield) {
    for (let node = from, end = Math.min(matched.length, from + STEP); node < end; node++) {
      const fn = functionOf[node];
      const before = node > 0 ? matched[parent[node]] : 0;
      if (before === DONE) matched[node] = DONE;
      else if (steps[before] !== fn) matched[node] = node === 0 || isPassed[fn] === 1 ? before : DONE;
      else if (before + 1 < steps.length) matched[node] = before + 1;
      else {
        entries.push(node);
        matched[node] = DONE;
      }
    }
  }
  return entries.toArray();
}
