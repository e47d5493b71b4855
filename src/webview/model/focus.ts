import { Category, type Index } from '../../profile/index.ts';
import { isFolded, type MergeOptions, type TreeColumns } from './merged-tree.ts';

/** Stands for what is idle, or inside of the focus already: nothing below it is an entry. */
const DONE = -2;

/** The outermost nodes of the focus: where a stack enters it. Without a focus there are none. */
export function findEntries(tree: TreeColumns, options: MergeOptions): Int32Array {
  const { focus } = options;
  if (focus?.kind === 'everywhere') return findFunction(tree, options, focus.function);
  return focus?.kind === 'path' ? findPath(tree, options, focus.path) : new Int32Array(0);
}

function findFunction(tree: TreeColumns, { category }: MergeOptions, wanted: Index): Int32Array {
  const entries: Index[] = [];
  const done = new Uint8Array(tree.function.length);
  for (let node = 0; node < done.length; node++) {
    const fn = tree.function[node];
    const isOver = (node > 0 && done[tree.parent[node]] === 1) || category[fn] === Category.idle;
    if (!isOver && fn === wanted) entries.push(node);
    done[node] = isOver || fn === wanted ? 1 : 0;
  }
  return Int32Array.from(entries);
}

/** Follows the path from the root; frames that are folded are passed over, in the path too. */
function findPath(tree: TreeColumns, options: MergeOptions, path: readonly Index[]): Int32Array {
  const { category, hideDependencies } = options;
  const isPassed = (fn: Index): boolean => hideDependencies && isFolded(category[fn]);
  const steps = path.filter((fn) => !isPassed(fn));
  const entries: Index[] = [];
  /** How many steps of the path a node has taken; `DONE` off the path. */
  const taken = new Int32Array(tree.function.length);
  for (let node = 1; node < taken.length; node++) {
    const fn = tree.function[node];
    const before = taken[tree.parent[node]];
    if (before === DONE || category[fn] === Category.idle) taken[node] = DONE;
    else if (isPassed(fn)) taken[node] = before;
    else taken[node] = steps[before] === fn ? before + 1 : DONE;
    if (taken[node] < steps.length || taken[node] === before) continue;
    entries.push(node);
    taken[node] = DONE;
  }
  return Int32Array.from(entries);
}
