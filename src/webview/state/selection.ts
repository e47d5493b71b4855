import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
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

/** A flame graph, and what it shows. */
interface ShownFlame {
  readonly flame: Flame;
  readonly view: View;
  readonly focus: Focus | undefined;
}

/** The same as it changes. */
interface Shown {
  readonly view: ReadonlySignal<View>;
  readonly flame: ReadonlySignal<Flame | undefined>;
  readonly shownFocus: ReadonlySignal<Focus | undefined>;
}

/** Owns what is selected, pointed at, and highlighted because the editor's cursor is there. */
export function createSelection(shown: Shown, viewport: ViewportState) {
  const { flame } = shown;
  const fn = signal<FunctionIndex>(-1);
  const line = signal<LineIndex>(-1);
  const box = signal<Box | undefined>(undefined);
  const hover = signal<Hover | undefined>(undefined);
  const highlighted = signal<readonly FunctionIndex[]>([]);

  const select = (next: Box | undefined): void =>
    batch(() => {
      box.value = next;
      fn.value = next && flame.value ? flame.value.tree.function[next.node] : -1;
    });
  const selectAndShow = (next: Box | undefined): void => {
    if (!next) return;
    select(next);
    viewport.show(next);
  };
  const selectFunction = (next: FunctionIndex): void => {
    const node = flame.value && heaviest(flame.value.tree, next);
    batch(() => {
      fn.value = next;
      box.value = node === undefined ? undefined : flame.value?.boxOf(node);
    });
    if (box.value) viewport.show(box.value);
  };
  whenFlameChanges(shown, (now, last) => {
    hover.value = undefined; // it told of a box of the flame graph before
    if (fn.value < 0 && !box.value) return;
    box.value = carryOver(box.value, fn.value, last, now);
    // The chart goes on showing the same time.
    const isRefocused = last?.view === now.view && last.focus !== now.focus;
    if (box.value && isRefocused && now.view !== 'chart') viewport.show(box.value);
  });

  return {
    /** Row of the function table; -1 for none. */
    fn: readOnly(fn),
    /** Row of the line table; -1 for none. */
    line: readOnly(line),
    /** In the flame graph that is shown. */
    box: readOnly(box),
    hover: readOnly(hover),
    /** Functions that the editor's cursor is in. */
    highlighted: readOnly(highlighted),
    select,
    selectAndShow,
    /** Selects a function and, in the picture, the box in which it takes the most time. */
    selectFunction,
    /** Selects a row of the line table, and the function that spent the most time on it. */
    selectLine: (row: LineIndex, of: FunctionIndex): void => {
      selectFunction(of);
      line.value = row;
    },
    /** Selects a function whose box is only known once another tree is shown. */
    selectLater: (next: FunctionIndex): void => {
      fn.value = next;
      hover.value = undefined;
    },
    move: (direction: Direction): void => {
      if (flame.value) selectAndShow(neighbour(flame.value, box.value, direction));
    },
    point: setter(hover),
    highlight: setter(highlighted),
    reset: (next: FunctionIndex): void => {
      fn.value = next;
      line.value = -1;
      box.value = undefined;
      hover.value = undefined;
      highlighted.value = [];
    },
  };
}

/** Calls back whenever another flame graph is shown, with the one before. */
function whenFlameChanges(
  { view, flame, shownFocus }: Shown,
  changed: (now: ShownFlame, last: ShownFlame | undefined) => void,
): void {
  let before: ShownFlame | undefined;
  effect(() => {
    const last = before;
    const now = flame.value && { flame: flame.value, view: view.value, focus: shownFocus.value };
    before = now;
    if (now && now.flame !== last?.flame) untracked(() => changed(now, last));
  });
}

/** A selected box in another flame graph: the same stack if it is there, else where its function takes the most time. */
function carryOver(
  box: Box | undefined,
  fn: FunctionIndex,
  last: ShownFlame | undefined,
  now: ShownFlame,
): Box | undefined {
  const isSame = last?.view === now.view && last.focus === now.focus;
  const same = isSame && box ? nodeAt(now.flame.tree, pathTo(last.flame.tree, box.node)) : -1;
  const node = same >= 0 ? same : heaviest(now.flame.tree, fn);
  return node === undefined ? undefined : now.flame.boxOf(node, same >= 0 ? box : undefined);
}

/** The node in which a function takes the most time. */
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
