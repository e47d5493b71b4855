import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { clampViewport, type Size, viewportOf, viewportShowing, zoomViewport } from '../graph/metrics.ts';
import type { Flame } from '../model/flame.ts';
import type { Box } from '../model/spans.ts';
import type { View } from './preferences.ts';
import { readOnly, setter } from './signals.ts';

/** The visible part of a view: microseconds from left to right, and pixels scrolled down. Right 0: everything. */
export interface Viewport {
  readonly left: number;
  readonly right: number;
  readonly scroll: number;
}

/** How much of the callers is seen at first: so many times what the function with the most self time takes. */
const CALLERS_AT_FIRST = 4;

const whole: Viewport = { left: 0, right: 0, scroll: 0 };
export const wholeViewports: Readonly<Record<View, Viewport>> = { graph: whole, chart: whole, callers: whole };

/** Owns which part of each view is visible, and the size of the picture. */
export function createViewport(view: ReadonlySignal<View>, flame: ReadonlySignal<Flame | undefined>) {
  const viewports = signal(wholeViewports);
  const size = signal<Size>({ width: 0, height: 0 });
  const glides = signal(false);
  const current = computed(() => viewports.value[view.value]);

  /** Changes the viewport within the bounds of the flame graph, smoothly or at once. */
  const move = (change: (from: Viewport, size: Size, flame: Flame) => Viewport, glide: boolean): void => {
    if (!flame.value) return;
    const from = clampViewport(current.value, flame.value, size.value);
    glides.value = glide;
    const to = clampViewport(change(from, size.value, flame.value), flame.value, size.value);
    viewports.value = { ...viewports.value, [view.value]: to };
  };
  /** To be shown as soon as the picture has a size. */
  let pending: Box | undefined;
  const show = (box: Box): void => {
    pending = size.value.width === 0 ? box : undefined;
    if (!pending) move((from, within) => viewportShowing(box, from, within), true);
  };
  effect(() => {
    if (size.value.width > 0 && pending) untracked(() => pending && show(pending));
  });
  // Seen whole, callers are slivers without a name wherever no function has much self time.
  effect(() => {
    if (view.value !== 'callers' || !flame.value || viewports.value.callers !== whole) return;
    const { tree, extent } = flame.value;
    const right = Math.min(extent, CALLERS_AT_FIRST * (tree.totalTime[tree.firstChild[0]] ?? extent));
    viewports.value = { ...viewports.value, callers: { left: 0, right, scroll: 0 } };
  });

  return {
    /** Of each view. */
    viewports: readOnly(viewports),
    /** Of the view that is shown, as it was set: see `clampViewport`. */
    current,
    /** Of the picture, in CSS pixels. */
    size: readOnly(size),
    /** Whether the picture moves to the viewport smoothly, or is there at once. */
    glides: readOnly(glides),
    /** Whether less than everything is visible from left to right. */
    isZoomed: (): boolean => {
      const { left, right } = current.value;
      return right > left && (left > 0 || right < (flame.value?.extent ?? 0));
    },
    /** Moves just as far as needed to see a box. */
    show,
    zoomTo: (box: Box): void => move((from, within) => viewportOf(box, from, within), true),
    /** `share`: which part of the width stays where it is. */
    zoomAt: (factor: number, share: number): void =>
      move((from, _, of) => zoomViewport(from, of, factor, share), false),
    /** Zooms around a box when it is visible, else around the middle. */
    zoomAround: (factor: number, box: Box | undefined): void => {
      const share = box ? shareOf(box, current.value) : 0.5;
      move((from, _, of) => zoomViewport(from, of, factor, share), true);
    },
    zoomOut: (): void => move(() => whole, true),
    /** By CSS pixels: positive looks further right and down. */
    pan: (x: number, y: number): void =>
      move(({ left, right, scroll }, { width }) => {
        const time = (x / Math.max(1, width)) * (right - left);
        return { left: left + time, right: right + time, scroll: scroll + y };
      }, false),
    resize: setter(size),
    /** What is visible is another part of the recording. The chart, when it is looked at, stays at the same time. */
    refocus: (): void => {
      viewports.value = { ...wholeViewports, chart: view.value === 'chart' ? current.value : whole };
    },
    reset: setter(viewports),
  };
}
export type ViewportState = ReturnType<typeof createViewport>;

/** Where the middle of a box is; 0.5 when that is out of sight. */
function shareOf(box: Box, { left, right }: Viewport): number {
  const middle = right > left ? ((box.start + box.end) / 2 - left) / (right - left) : 0.5;
  return middle >= 0 && middle <= 1 ? middle : 0.5;
}
