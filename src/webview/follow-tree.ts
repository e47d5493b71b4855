import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { mergeTree, TreeMerge } from './model/merge-tree.ts';
import type { MergedTree, MergeOptions, TreeColumns } from './model/merged-tree.ts';

/** Trees up to here are merged at once: that takes a few milliseconds. */
const AT_ONCE = 40_000;
/** What is narrower than half a pixel of a wide screen is not followed at first. */
const LEAST_SHARE = 1 / 4000;
/** Milliseconds of merging between two frames, and nodes between two looks at the clock. */
const SLICE = 10;
const NODES_PER_LOOK = 4000;

/** What a flame graph is merged from. */
export interface TreeInput {
  readonly tree: TreeColumns;
  readonly options: MergeOptions;
}

/** The tree to draw, and whether all of it is there: a big one is an outline first, whole a moment later. */
export interface ShownTree {
  readonly tree: MergedTree;
  readonly isWhole: boolean;
}

/** Merges whatever the input is, and again when it changes. */
export function followTree(input: ReadonlySignal<TreeInput | undefined>): ReadonlySignal<ShownTree | undefined> {
  const merging = computed(() => input.value && startMerging(input.value));
  effect(() => merging.value?.run());
  return computed(() => merging.value?.shown.value);
}

interface Merging {
  readonly shown: ReadonlySignal<ShownTree>;
  /** Merges on in the background, if there is more; returns what stops it. */
  run(): (() => void) | undefined;
}

function startMerging({ tree, options }: TreeInput): Merging {
  if (tree.function.length <= AT_ONCE) {
    return { shown: signal({ tree: mergeTree(tree, options), isWhole: true }), run: () => undefined };
  }
  let merge: TreeMerge | undefined = new TreeMerge(tree, options);
  const shown = signal<ShownTree>({ tree: merge.outline(LEAST_SHARE), isWhole: false });
  const finish = (): void => {
    if (!merge) return;
    const whole = merge.finish();
    merge = undefined; // it holds as much memory as the trees
    shown.value = { tree: whole, isWhole: true };
  };
  const run = (): (() => void) => {
    let timer = setTimeout(goOn);
    function goOn(): void {
      const until = performance.now() + SLICE;
      while (merge && !merge.advance(NODES_PER_LOOK)) {
        if (performance.now() < until) continue;
        timer = setTimeout(goOn);
        return;
      }
      finish();
    }
    return () => clearTimeout(timer);
  };
  return { shown, run };
}
