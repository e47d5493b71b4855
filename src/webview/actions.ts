import { batch, effect, untracked } from '@preact/signals';
import type { Index } from '../core/index.ts';
import { clampViewport, viewportOf, viewportShowing, zoomViewport } from './graph/metrics.ts';
import type { Host } from './host.ts';
import type { Flame } from './model/flame.ts';
import { type Focus, type MergedTree, nodeAt, pathTo } from './model/merged-tree.ts';
import type { Box } from './model/runs.ts';
import { spotsOf } from './model/hot-lines.ts';
import { nextMatch as nextMatchOf } from './model/search.ts';
import { nameOf, type Panel, placeOf } from './panel.ts';
import { type View, type Viewport, whole } from './settings.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** What the user can do, from wherever it is asked: pointer, keyboard, buttons, table, or the host. */
export function createActions(panel: Panel, host: Host) {
  let lastRequest = 0;

  const current = (): Viewport | undefined =>
    panel.flame.value && clampViewport(panel.viewport.value, panel.flame.value, panel.size.value);
  const moveTo = (viewport: Viewport, glide: boolean): void => {
    const flame = panel.flame.value;
    if (!flame) return;
    panel.glide.value = glide;
    panel.setViewport(clampViewport(viewport, flame, panel.size.value));
  };

  const select = (box: Box | undefined): void =>
    batch(() => {
      panel.box.value = box;
      panel.selected.value = box && panel.flame.value ? panel.flame.value.tree.function[box.node] : -1;
    });
  /** To be shown as soon as the picture has a size. */
  let late: Box | undefined;
  const show = (box: Box): void => {
    late = panel.size.value.width === 0 ? box : undefined;
    const viewport = late ? undefined : current();
    if (viewport) moveTo(viewportShowing(box, viewport, panel.size.value), true);
  };
  effect(() => {
    if (panel.size.value.width > 0 && late) untracked(() => late && show(late));
  });
  const canReveal = (fn: Index): boolean => {
    const { columns } = panel.model.value ?? {};
    return host.canReveal && fn >= 0 && columns !== undefined && columns['functions.source'][fn] >= 0;
  };
  const sendReveal = (place: { readonly function: Index; readonly line?: Index; readonly column?: number }): void => {
    const model = panel.model.value?.header.model;
    if (model !== undefined) host.send({ type: 'reveal', request: ++lastRequest, model, ...place });
  };
  const reveal = (fn: Index): void => {
    if (canReveal(fn)) sendReveal({ function: fn });
  };

  /** Shows a line (row of the line table) at its hottest column, or at this one (0-based). */
  const revealLine = (line: Index, column?: number): void => {
    const columns = panel.model.value?.columns;
    if (!columns || !host.canReveal || line < 0 || line >= columns['lines.line'].length) return;
    const at = column ?? spotsOf(columns, line, 1).at(0)?.column;
    sendReveal({ function: columns['lines.function'][line], line, ...(at === undefined ? {} : { column: at }) });
  };

  /** Selects a function and, in the picture, the box in which it takes the most time. */
  const selectFunction = (fn: Index): void => {
    const flame = panel.flame.value;
    const box = flame && heaviest(flame.tree, fn);
    batch(() => {
      panel.selected.value = fn;
      panel.box.value = box === undefined ? undefined : flame?.boxOf(box);
    });
    if (panel.box.value) show(panel.box.value);
  };

  const move = (direction: Direction): void => {
    const flame = panel.flame.value;
    if (!flame) return;
    const box = panel.box.value;
    const next = box ? neighbour(flame, box, direction) : (flame.boxOf(0) ?? flame.boxAt(0, 0) ?? flame.boxOf(1));
    if (!next) return;
    select(next);
    show(next);
  };

  const zoomTo = (box: Box): void => {
    const viewport = current();
    if (viewport) moveTo(viewportOf(box, viewport, panel.size.value), true);
  };
  const zoomBy = (factor: number, share = shareOfSelection(panel), glide = true): void => {
    const viewport = current();
    if (viewport) moveTo(zoomViewport(viewport, factor, share), glide);
  };
  /** By CSS pixels: positive looks further right and down. */
  const pan = (x: number, y: number): void => {
    const viewport = current();
    if (!viewport) return;
    const time = (x / Math.max(1, panel.size.value.width)) * (viewport.right - viewport.left);
    moveTo({ left: viewport.left + time, right: viewport.right + time, scroll: viewport.scroll + y }, false);
  };
  const resetZoom = (): void => moveTo(whole, true);

  const focusOn = (box: Box): void => {
    const flame = panel.flame.value;
    if (!flame || box.node === 0) return;
    const fn = flame.tree.function[box.node];
    if (panel.view.value === 'callers') focusEverywhere(fn);
    else focusPath([...focusedPath(panel), ...pathTo(flame.tree, box.node)], fn);
  };
  const focusPath = (path: readonly Index[], fn: Index): void => {
    const beyond = panel.shownFocus.value?.kind === 'everywhere';
    setFocus(beyond ? { kind: 'everywhere', function: fn } : { kind: 'path', path }, fn);
  };
  const focusEverywhere = (fn: Index): void => {
    if (fn >= 0) setFocus({ kind: 'everywhere', function: fn }, fn);
  };
  /** `fn` is selected when its tree is there (see `keepSelection`). */
  const setFocus = (focus: Focus | undefined, fn: Index): void =>
    batch(() => {
      panel.setFocus(focus);
      panel.selected.value = fn;
    });
  const unfocus = (): void => setFocus(undefined, panel.selected.value);

  /** One step back: the search, then the zoom, then the focus, then the selection. */
  const stepBack = (): void => {
    const viewport = panel.viewport.value;
    if (panel.query.value !== '') panel.query.value = '';
    else if (viewport.right > 0 && !isWhole(panel)) resetZoom();
    else if (panel.focus.value) unfocus();
    else select(undefined);
  };

  const nextMatch = (direction: 1 | -1): void => {
    const matches = panel.matches.value;
    const flame = panel.flame.value;
    if (!matches || !flame) return;
    const at = panel.box.value?.node ?? -1;
    const isMatch = at > 0 && matches[flame.tree.function[at]] === 1;
    const next = nextMatchOf(flame.tree, matches, isMatch ? at : -1, direction);
    const box = next === undefined ? undefined : flame.boxOf(next);
    if (!box) return;
    select(box);
    show(box);
  };

  const copyStack = (): void => {
    const model = panel.model.value;
    const flame = panel.flame.value;
    if (!model || !flame || panel.selected.value < 0) return;
    const box = panel.box.value;
    const rows = box ? [...pathTo(flame.tree, box.node)].reverse() : [panel.selected.value];
    const stack = panel.view.value === 'callers' ? rows.reverse() : rows;
    const text = stack.map((fn) => [nameOf(model, fn), placeOf(model, fn)].filter(Boolean).join('  ')).join('\n');
    host.send({ type: 'copy', request: ++lastRequest, text });
  };

  let before: { readonly flame: Flame; readonly view: View; readonly focus: unknown } | undefined;
  /** After the tree was made anew: what is selected keeps being selected, the same stack where it is still there. */
  const keepSelection = (): void => {
    const flame = panel.flame.value;
    const last = before;
    before = flame && { flame, view: panel.view.value, focus: panel.shownFocus.value };
    if (!flame || last?.flame === flame) return;
    panel.hover.value = undefined; // it told of a box of the tree before
    const fn = panel.selected.peek();
    const box = panel.box.peek();
    if (fn < 0 && !box) return;
    const isSame = last?.view === panel.view.value && last.focus === panel.shownFocus.value;
    const same = isSame && box ? nodeAt(flame.tree, pathTo(last.flame.tree, box.node)) : -1;
    const node = same >= 0 ? same : heaviest(flame.tree, fn);
    const kept = node === undefined ? undefined : flame.boxOf(node, same >= 0 ? box?.start : undefined);
    panel.box.value = kept;
    const isRefocused = last?.view === panel.view.value && last.focus !== panel.shownFocus.value;
    // The chart goes on showing the same time.
    if (kept && isRefocused && last.view !== 'chart') untracked(() => show(kept));
  };

  return {
    ...{ select, selectFunction, move, show, reveal, revealLine, canReveal, zoomTo, zoomBy, pan, resetZoom, stepBack },
    ...{ focusOn, focusEverywhere, unfocus, nextMatch, copyStack, keepSelection },
    profileAgain: (): void => host.send({ type: 'profileAgain' }),
    showLog: (): void => host.send({ type: 'showLog' }),
    canAct: host.canReveal,
  };
}
export type Actions = ReturnType<typeof createActions>;

function heaviest({ function: functions, totalTime: time }: MergedTree, fn: Index): Index | undefined {
  let best: Index | undefined;
  for (let node = 0; node < functions.length; node++) {
    if (functions[node] === fn && (best === undefined || time[node] > time[best])) best = node;
  }
  return best;
}

function focusedPath(panel: Panel): readonly Index[] {
  return panel.shownFocus.value?.kind === 'path' ? panel.shownFocus.value.path : [];
}

/** Keys zoom around the selected box when it is on screen, else around the middle. */
function shareOfSelection(panel: Panel): number {
  const { left, right } = panel.viewport.value;
  const box = panel.box.value;
  if (!box || right <= left) return 0.5;
  const middle = ((box.start + box.end) / 2 - left) / (right - left);
  return middle >= 0 && middle <= 1 ? middle : 0.5;
}

function isWhole(panel: Panel): boolean {
  const { left, right } = panel.viewport.value;
  return right <= left || (left <= 0 && right >= (panel.flame.value?.extent ?? 0));
}

function neighbour(flame: Flame, box: Box, direction: Direction): Box | undefined {
  if (direction === 'up') return flame.above(box);
  return direction === 'down' ? flame.below(box) : flame.beside(box, direction === 'left' ? -1 : 1);
}
