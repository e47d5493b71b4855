import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type InvertedTree, invertTree, TreeInversion } from './model/invert-tree.ts';
import { mergeTree, TreeMerge } from './model/merge-tree.ts';
import type { MergedTree, MergeOptions, TreeColumns } from './model/merged-tree.ts';

/** Trees up to here are made at once: that takes a few milliseconds. */
const AT_ONCE = 40_000;
/** What is narrower than half a pixel of a wide screen is not followed at first. */
const LEAST_SHARE = 1 / 4000;
/** Levels of callers that are shown at first. */
const FIRST_LEVELS = 2;
/** Milliseconds of work between two frames, and nodes between two looks at the clock. */
const SLICE = 10;
const NODES_PER_LOOK = 4000;

/** What a flame graph is merged from. */
export interface TreeInput {
  readonly tree: TreeColumns;
  readonly options: MergeOptions;
}

/** What a callers view is made from. */
export interface CallersInput {
  readonly tree: MergedTree;
  /** The root is a function (a focus), not everything. */
  readonly rootIsFrame: boolean;
}

/** The tree to draw, and whether all of it is there: a big one is an outline first, whole a moment later. */
export interface Shown<T> {
  readonly tree: T;
  readonly isWhole: boolean;
}

/** Merges whatever the input is, and again when it changes. */
export function followTree(input: ReadonlySignal<TreeInput | undefined>): Following<MergedTree> {
  return follow(input, ({ tree, options }) => {
    if (tree.function.length <= AT_ONCE) return { first: mergeTree(tree, options) };
    const rest = new TreeMerge(tree, options);
    return { first: rest.outline(LEAST_SHARE), rest };
  });
}

/** Turns whatever the input is upside down, and again when it changes. */
export function followCallers(input: ReadonlySignal<CallersInput | undefined>): Following<InvertedTree> {
  return follow(input, ({ tree, rootIsFrame }) => {
    if (tree.function.length <= AT_ONCE) return { first: invertTree(tree, rootIsFrame) };
    const rest = new TreeInversion(tree, rootIsFrame);
    return { first: rest.outline(FIRST_LEVELS), rest };
  });
}

type Following<T> = ReadonlySignal<Shown<T> | undefined>;

/** What can be shown at once, and what there is left to do; without a rest that is all. */
interface Begun<T> {
  readonly first: T;
  readonly rest?: Work<T>;
}

/** Work that goes on a bit at a time. */
interface Work<T> {
  /** Goes on with up to so many nodes; whether all are done. */
  advance(nodes: number): boolean;
  finish(): T;
}

function follow<I, T>(input: ReadonlySignal<I | undefined>, begin: (input: I) => Begun<T>): Following<T> {
  const work = computed(() => input.value && start(begin(input.value)));
  effect(() => work.value?.run());
  return computed(() => work.value?.shown.value);
}

interface Running<T> {
  readonly shown: ReadonlySignal<Shown<T>>;
  /** Goes on in the background, if there is more; returns what stops it. */
  run(): (() => void) | undefined;
}

function start<T>({ first, rest }: Begun<T>): Running<T> {
  const shown = signal<Shown<T>>({ tree: first, isWhole: rest === undefined });
  let work = rest;
  const run = (): (() => void) | undefined => {
    if (!work) return undefined;
    let timer = setTimeout(goOn);
    function goOn(): void {
      const until = performance.now() + SLICE;
      while (work && !work.advance(NODES_PER_LOOK)) {
        if (performance.now() < until) continue;
        timer = setTimeout(goOn);
        return;
      }
      if (!work) return;
      const whole = work.finish();
      work = undefined; // it holds as much memory as the trees
      shown.value = { tree: whole, isWhole: true };
    }
    return () => clearTimeout(timer);
  };
  return { shown, run };
}
