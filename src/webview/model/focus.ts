import { int32Column } from '../../core/index.ts';
import { isFolded, type MergedTree, type MergeOptions } from './merged-tree.ts';
import { STEP, type Steps } from './steps.ts';

/** Stands for what is inside of the focus already, or off its path: nothing below it is an entry. */
const DONE = -1;

/** The outermost nodes of the focus: where a stack enters it. Without a focus there are none. */
export function* findEntries(tree: MergedTree, { focus, category, hideDependencies }: MergeOptions): Steps<Int32Array> {
  if (!focus) return new Int32Array(0);
  // On the way to a function anything may be passed; on a path only what is folded, which is passed over in it, too.
  if (focus.kind === 'everywhere')
    return yield* follow(
      tree,
      [focus.function],
      category.map(() => 1),
    );
  const isPassed = category.map((kind) => (hideDependencies && isFolded(kind) ? 1 : 0));
  const steps = focus.path.filter((fn) => isPassed[fn] !== 1);
  return yield* follow(tree, steps, isPassed);
}

/** Where stacks have taken all of the steps, one after the other, with nothing but what is passed in between. */
function* follow(tree: MergedTree, steps: readonly number[], isPassed: Uint8Array): Steps<Int32Array> {
  const { function: functionOf, parent } = tree;
  const entries = int32Column();
  /** How many steps a node has taken. */
  const taken = new Int32Array(functionOf.length);
  for (let from = 0; from < taken.length; from += STEP, yield) {
    for (let node = from, end = Math.min(taken.length, from + STEP); node < end; node++) {
      const fn = functionOf[node];
      const before = node > 0 ? taken[parent[node]] : 0;
      if (before === DONE) taken[node] = DONE;
      else if (steps[before] !== fn) taken[node] = node === 0 || isPassed[fn] === 1 ? before : DONE;
      else if (before + 1 < steps.length) taken[node] = before + 1;
      else {
        entries.push(node);
        taken[node] = DONE;
      }
    }
  }
  return entries.toArray();
}
