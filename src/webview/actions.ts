import { batch } from '@preact/signals';
import type { FunctionIndex, ThreadId } from '../core/index.ts';
import { type Focus, pathTo } from './model/merged-tree.ts';
import { nextMatch } from './model/search.ts';
import type { Box } from './model/spans.ts';
import { locationOf, nameOf } from './names.ts';
import type { PanelParts } from './panel.ts';

/** What the user can do that concerns several parts of the panel. */
export function createActions(parts: PanelParts) {
  const { flame, lanes, part, recording, requests, search, selection, shownTree, viewport } = parts;
  const { view } = parts.preferences;
  /** `fn` is selected in the other tree as soon as it is there. */
  const setFocus = (focus: Focus | undefined, fn: FunctionIndex): void =>
    batch(() => {
      shownTree.setFocus(focus);
      selection.selectLater(fn);
    });
  const focusOnFunction = (fn: FunctionIndex): void => {
    if (fn >= 0) setFocus({ kind: 'everywhere', function: fn }, fn);
  };
  const unfocus = (): void => setFocus(undefined, selection.fn.value);
  return {
    /** Shows all calls of a function as one root. */
    focusOnFunction,
    /** Shows one stack's box as root. In the callers, and below a function in focus, there is no such stack. */
    focusOnBox: (box: Box): void => {
      const tree = flame.value?.tree;
      if (!tree || box.node === 0) return;
      const fn = tree.function[box.node];
      const focus = shownTree.shownFocus.value;
      if (view.value === 'callers' || focus?.kind === 'everywhere') focusOnFunction(fn);
      else setFocus({ kind: 'path', path: [...(focus?.path ?? []), ...pathTo(tree, box.node)] }, fn);
    },
    unfocus,
    /** Opens a thread of the chart or closes it, or with it all of them. */
    toggleLane: (thread: ThreadId | undefined, isEach: boolean): void => {
      const shown = flame.value?.lanes;
      const lane = shown?.find((one) => one.thread === thread);
      if (lane && shown) lanes.set(isEach ? shown.map((one) => one.thread) : [lane.thread], !lane.isOpen);
    },
    /** Asks for the part of the time that the chart is zoomed to. */
    showSeenOnly: (): void => {
      const { left, right } = viewport.current.value;
      const axisStart = flame.value?.axisStart;
      if (axisStart === undefined || !viewport.isZoomed() || !recording.tables.value?.header.timeline) return;
      part.setRange({ from: axisStart + left, to: axisStart + right });
    },
    /** Takes back the search, then the zoom, then the focus, then the range of time, then the selection. */
    stepBack: (): void => {
      if (search.query.value !== '') search.setQuery('');
      else if (viewport.isZoomed()) viewport.zoomOut();
      else if (shownTree.focus.value) unfocus();
      else if (part.current.value.range) part.setRange(undefined);
      else selection.select(undefined);
    },
    /** Goes to the next match by falling time, or to the one before. */
    goToMatch: (direction: 1 | -1): void => {
      const matches = search.matches.value;
      if (!matches || !flame.value) return;
      const { tree } = flame.value;
      const at = selection.box.value?.node ?? -1;
      const isMatch = at > 0 && matches[tree.function[at]] === 1;
      const next = nextMatch(tree, matches, isMatch ? at : -1, direction);
      if (next !== undefined) selection.selectAndShow(flame.value.boxOf(next));
    },
    /** Copies the selected stack as text, one frame a line, the innermost first. */
    copyStack: (): void => {
      const tables = recording.tables.value;
      if (!tables || !flame.value || selection.fn.value < 0) return;
      const box = selection.box.value;
      const path = box ? pathTo(flame.value.tree, box.node) : [selection.fn.value];
      const stack = view.value === 'callers' ? path : path.reverse();
      requests.copy(
        stack.map((fn) => [nameOf(tables, fn), locationOf(tables, fn)].filter(Boolean).join('  ')).join('\n'),
      );
    },
  };
}
