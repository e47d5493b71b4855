import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { FunctionIndex, LineIndex } from '../../core/index.ts';
import type { Flame } from '../model/flame.ts';
import { type Focus, type MergedIndex, type MergedTree, nodeAt, pathTo } from '../model/merged-tree.ts';
import type { Box } from '../model/spans.ts';
import type { View } from './preferences.ts';
import { readOnly, setter } from './signals.ts';
import type { ViewportState } from './viewport.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** A box under the pointer, at CSS pixels of the page. */
export interface Hover {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
}

interface Shown {
  readonly view: ReadonlySignal<View>;
  readonly flame: ReadonlySignal<Flame | undefined>;
  readonly shownFocus: ReadonlySignal<Focus | undefined>;
}

/** A box that was chosen, its stack, and in which view and focus that was. */
interface Chosen {
  readonly box: Box;
  readonly path: readonly FunctionIndex[];
  readonly view: View;
  readonly focus: Focus | undefined;
}

/** Owns what is selected, and pointed at. */
export function createSelection({ view, flame, shownFocus }: Shown, viewport: ViewportState) {
  const fn = signal<FunctionIndex>(-1);
  const line = signal<LineIndex>(-1);
  const chosen = signal<Chosen | undefined>(undefined);
  const hover = signal<Hover | undefined>(undefined);

  /** The stack that was chosen, if it is there, else where its function takes the most time. */
  const box = computed((): Box | undefined => {
    const [shown, last] = [flame.value, chosen.value];
    if (!shown) return undefined;
    const isInView = last?.view === view.value && last.focus === shownFocus.value;
    const same = isInView ? nodeAt(shown.tree, last.path) : -1;
    if (same >= 0) return shown.boxOf(same, last?.box);
    const most = fn.value < 0 ? undefined : heaviest(shown.tree, fn.value);
    return most === undefined ? undefined : shown.boxOf(most);
  });
  const select = (next: Box | undefined): void => {
    const tree = flame.value?.tree;
    batch(() => {
      fn.value = next && tree ? tree.function[next.node] : -1;
      chosen.value = next &&
        tree && { box: next, path: pathTo(tree, next.node), view: view.value, focus: shownFocus.value };
    });
  };
  const selectAndShow = (next: Box | undefined): void => {
    if (!next) return;
    select(next);
    viewport.show(next);
  };
  /** Selects a function, wherever in what is shown, or will be. */
  const selectLater = (next: FunctionIndex): void =>
    batch(() => {
      fn.value = next;
      chosen.value = undefined;
      hover.value = undefined;
    });
  const selectFunction = (next: FunctionIndex): void => {
    selectLater(next);
    if (box.value) viewport.show(box.value);
  };
  whenFlameChanges({ view, flame, shownFocus }, (isRefocused) => {
    hover.value = undefined; // it told of a box of the flame graph before
    // The chart goes on showing the same time.
    if (isRefocused && view.value !== 'chart' && box.value) viewport.show(box.value);
  });

  return {
    /** Row of the function table; -1 for none. */
    fn: readOnly(fn),
    /** Row of the line table; -1 for none. */
    line: readOnly(line),
    /** In the flame graph that is shown. */
    box,
    hover: readOnly(hover),
    select,
    selectAndShow,
    /** Selects a function and, in the picture, the box in which it takes the most time. */
    selectFunction,
    /** Selects a row of the line table, and the function that spent the most time on it. */
    selectLine: (row: LineIndex, of: FunctionIndex): void => {
      selectFunction(of);
      line.value = row;
    },
    selectLater,
    move: (direction: Direction): void => {
      if (flame.value) selectAndShow(neighbour(flame.value, box.value, direction));
    },
    point: setter(hover),
    reset: (next: FunctionIndex): void => {
      selectLater(next);
      line.value = -1;
    },
  };
}

/** Calls back whenever another flame graph is shown; `isRefocused`: in the same view, with another focus. */
function whenFlameChanges({ view, flame, shownFocus }: Shown, changed: (isRefocused: boolean) => void): void {
  let before: (Pick<Chosen, 'view' | 'focus'> & { readonly flame: Flame }) | undefined;
  effect(() => {
    const now = flame.value && { flame: flame.value, view: view.value, focus: shownFocus.value };
    // A tree of callers comes later than what it is of.
    if (now?.flame === before?.flame) return;
    const isRefocused = before !== undefined && before.view === now?.view && before.focus !== now.focus;
    before = now;
    untracked(() => changed(isRefocused));
  });
}

function heaviest({ function: functions, totalTime: time }: MergedTree, fn: FunctionIndex): MergedIndex | undefined {
  let best: MergedIndex | undefined;
  for (let node = 0; node < functions.length; node++) {
    if (functions[node] === fn && (best === undefined || time[node] > time[best])) best = node;
  }
  return best;
}

/** The box beside another one; without one to begin from, the first of all. */
function neighbour(flame: Flame, box: Box | undefined, direction: Direction): Box | undefined {
  if (!box) return flame.boxOf(0) ?? flame.boxAt(0, 0) ?? flame.boxOf(1);
  if (direction === 'up') return flame.above(box);
  return direction === 'down' ? flame.below(box) : flame.beside(box, direction === 'left' ? -1 : 1);
}
