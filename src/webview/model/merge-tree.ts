import { Category } from '../../profile/index.ts';
import { GrowingTree } from './grow-tree.ts';
import { layoutTree } from './layout-tree.ts';
import { isFolded, type MergedTree, type MergeOptions, type TreeColumns } from './merged-tree.ts';

/** Stands for idle nodes and what is below them while the focus has not been entered. */
const IDLE = -2;

/**
 * The flame graph of a call tree: children of one function merged, idle time left out, and, as asked, dependencies
 * folded into their callers and all but the focus left out. A focus that is not in the tree gives a tree of one node
 * without time.
 */
export function mergeTree(tree: TreeColumns, options: MergeOptions): MergedTree {
  const grown = new GrowingTree(rootFunction(tree, options), Math.min(tree.function.length + 1, 1 << 17));
  const ofNode = options.focus ? growFocused(tree, options, grown) : growAll(tree, options, grown);
  return layoutTree(grown, ofNode);
}

function rootFunction(tree: TreeColumns, { focus }: MergeOptions): number {
  if (!focus) return tree.function.length > 0 ? tree.function[0] : -1;
  return focus.kind === 'everywhere' ? focus.function : (focus.path.at(-1) ?? -1);
}

function growAll(tree: TreeColumns, options: MergeOptions, grown: GrowingTree): Int32Array {
  const folded = foldedCategories(options);
  const count = tree.function.length;
  const ofNode = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const fn = tree.function[i];
    const above = i === 0 ? 0 : ofNode[tree.parent[i]];
    const node = i === 0 ? 0 : placeBelow(grown, above, fn, options.category[fn], folded);
    ofNode[i] = node;
    if (node >= 0) addSelf(grown, node, tree, i);
  }
  return ofNode;
}

function growFocused(tree: TreeColumns, options: MergeOptions, grown: GrowingTree): Int32Array {
  const folded = foldedCategories(options);
  const isEntry = options.focus?.kind === 'path' ? pathMatcher(tree, options, folded) : functionMatcher(tree, options);
  const ofNode = new Int32Array(tree.function.length);
  for (let i = 0; i < ofNode.length; i++) {
    const fn = tree.function[i];
    const above = i === 0 ? -1 : ofNode[tree.parent[i]];
    const entered = isEntry(i);
    const isIdle = above === IDLE || options.category[fn] === Category.idle;
    const outside = isIdle ? IDLE : entered ? 0 : -1;
    const node = above < 0 ? outside : placeBelow(grown, above, fn, options.category[fn], folded);
    ofNode[i] = node;
    if (node >= 0) addSelf(grown, node, tree, i);
  }
  return ofNode;
}

function placeBelow(grown: GrowingTree, above: number, fn: number, category: number, folded: Uint8Array): number {
  if (above < 0 || category === Category.idle) return -1;
  return folded[category] === 1 ? above : grown.child(above, fn);
}

function addSelf(grown: GrowingTree, node: number, tree: TreeColumns, i: number): void {
  grown.selfTime[node] += tree.selfTime[i];
  grown.selfSamples[node] += tree.selfSamples[i];
}

function foldedCategories({ hideDependencies }: MergeOptions): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, category) => (hideDependencies && isFolded(category) ? 1 : 0));
}

function functionMatcher(tree: TreeColumns, { focus }: MergeOptions): (i: number) => boolean {
  const wanted = focus?.kind === 'everywhere' ? focus.function : -2;
  return (i) => tree.function[i] === wanted;
}

/** Tells of each node, asked in order, whether the focused path ends at it; folded frames are passed over. */
function pathMatcher(tree: TreeColumns, { focus, category }: MergeOptions, folded: Uint8Array): (i: number) => boolean {
  const path = focus?.kind === 'path' ? focus.path.filter((fn) => folded[category[fn]] === 0) : [];
  const matched = new Int32Array(tree.function.length);
  return (i) => {
    const fn = tree.function[i];
    const before = i === 0 ? 0 : matched[tree.parent[i]];
    const passes = i === 0 || folded[category[fn]] === 1;
    matched[i] = before < 0 || passes ? before : path[before] === fn ? before + 1 : -1;
    return !passes && matched[i] === path.length;
  };
}
