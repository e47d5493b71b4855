import { effect } from '@preact/signals';
import type { FunctionIndex } from '../../core/index.ts';
import { boxLabelOf, laneLabelOf } from '../names.ts';
import type { Panel } from '../panel.ts';
import type { PanelTables } from '../panel-tables.ts';
import type { Viewport } from '../state/viewport.ts';
import { handleKeys } from './keyboard.ts';
import { clampViewport } from './metrics.ts';
import { FlamePainter, type Scene } from './painter.ts';
import { buildPalette } from './palette.ts';
import { handlePointer } from './pointer.ts';
import { readTheme, type Theme, watchTheme } from './theme.ts';

/** Milliseconds after which a gliding viewport has gone two thirds of its way. */
const GLIDE_TIME = 45;

/** Tells observers of the page's timeline, such as benchmarks, that a frame was drawn. */
const PAINT_MARK = 'heatline-paint';

/**
 * Keeps a canvas showing the panel's flame graph: whenever a signal that the picture follows from changes, one frame
 * is drawn at the next opportunity. Returns what stops it.
 */
export function attachCanvas(canvas: HTMLCanvasElement, panel: Panel): () => void {
  const flameCanvas = new FlameCanvas(canvas, panel);
  const stops = [
    effect(() => flameCanvas.redrawOnChange()),
    watchTheme(() => flameCanvas.themeChanged()),
    watchSize(flameCanvas.holder, () => flameCanvas.sizeChanged()),
    handlePointer(canvas, panel),
    handleKeys(canvas, panel),
    () => flameCanvas.stop(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

class FlameCanvas {
  readonly holder: HTMLElement;
  private readonly context: CanvasRenderingContext2D;
  private theme: Theme;
  private painter: FlamePainter | undefined;
  private shown: Viewport | undefined;
  private shownFlame: unknown;
  private request = 0;
  private lastFrame = 0;
  private readonly paletteOf = latest(buildPalette);
  private readonly markedOf = latest(markFunctions);
  /** Drawn texts by function, the one of the root of everything first. */
  private readonly labelsOf = latest((_: PanelTables): string[] => []);
  private readonly lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly panel: Panel,
  ) {
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('This browser cannot draw on a canvas.');
    this.holder = canvas.parentElement ?? canvas;
    this.context = context;
    this.theme = readTheme(canvas, context);
    panel.picture.setDark(this.theme.isDark);
  }

  /** Reads every signal that the picture depends on, so that a change of any asks for a frame. */
  redrawOnChange(): void {
    const { flame, viewport, preferences, shownTree, search, selection } = this.panel;
    const { fn, box, hover, highlighted } = selection;
    const inputs = [flame, preferences.current, shownTree.times, search.matches, fn, box, hover, highlighted];
    [...inputs, viewport.current, viewport.size].forEach((input) => input.value);
    this.schedule();
  }

  themeChanged(): void {
    this.theme = readTheme(this.canvas, this.context);
    this.panel.picture.setDark(this.theme.isDark);
    this.schedule();
  }

  sizeChanged(): void {
    if (this.fit()) this.frame(performance.now()); // at once: a canvas that changed its size is blank
  }

  stop(): void {
    cancelAnimationFrame(this.request);
  }

  private schedule(): void {
    if (this.request === 0) this.request = requestAnimationFrame((now) => this.frame(now));
  }

  /** Gives the canvas the size of its place, if that is another one. */
  private fit(): boolean {
    const { clientWidth: width, clientHeight: height } = this.holder;
    const ratio = window.devicePixelRatio || 1;
    const before = this.panel.viewport.size.peek();
    if (width <= 0 || height <= 0) return false;
    if (this.painter?.ratio === ratio && before.width === width && before.height === height) return false;
    this.painter = new FlamePainter(this.context, { width, height }, ratio);
    this.panel.viewport.resize({ width, height });
    this.panel.selection.point(undefined); // something else is under the pointer now
    cancelAnimationFrame(this.request);
    this.request = 0;
    return true;
  }

  private frame(now: number): void {
    this.request = 0;
    this.fit(); // else it would be drawn once more when the change is told
    const { panel, painter } = this;
    const flame = panel.flame.peek();
    const model = panel.recording.tables.peek();
    const times = panel.shownTree.times.peek();
    if (!painter || !flame || !model || !times) return;
    const target = clampViewport(panel.viewport.current.peek(), flame, panel.viewport.size.peek());
    const glides = panel.viewport.glides.peek() && this.shownFlame === flame && !this.lessMotion.matches;
    const viewport = glides && this.shown ? this.approach(this.shown, target, now) : target;
    this.shown = viewport;
    this.shownFlame = flame;
    this.lastFrame = now;
    const labels = this.labelsOf(model);
    painter.paint({
      ...{ flame, viewport, theme: this.theme },
      palette: this.paletteOf(model, times, panel.colouring.peek(), this.theme),
      marked: this.markedOf(model, panel.selection.fn.peek(), panel.selection.highlighted.peek()),
      ...{
        matches: panel.search.matches.peek(),
        selected: panel.selection.box.peek(),
        hovered: panel.selection.hover.peek()?.box,
      },
      nameOf: (fn) => (labels[fn + 1] ??= boxLabelOf(model, fn)),
      ...(flame.lanes && { laneLabels: flame.lanes.map(({ thread }) => laneLabelOf(model, thread)) }),
    } satisfies Scene);
    performance.mark(PAINT_MARK);
    performance.clearMarks(PAINT_MARK);
    if (viewport !== target) this.schedule();
  }

  private approach(from: Viewport, to: Viewport, now: number): Viewport {
    const share = 1 - Math.exp(-Math.min(50, Math.max(8, now - this.lastFrame)) / GLIDE_TIME);
    const pixel = (to.right - to.left) / this.canvas.width;
    const left = from.left + (to.left - from.left) * share;
    const right = from.right + (to.right - from.right) * share;
    const scroll = from.scroll + (to.scroll - from.scroll) * share;
    const isThere =
      Math.abs(to.left - left) < pixel && Math.abs(to.right - right) < pixel && Math.abs(to.scroll - scroll) < 0.5;
    return isThere ? to : { left, right, scroll };
  }
}

/** Per function, 1 where its boxes are underlined; see `Scene`. */
function markFunctions(
  { header }: PanelTables,
  selected: FunctionIndex,
  highlighted: readonly FunctionIndex[],
): Uint8Array {
  const marked = new Uint8Array(header.functionNames.length);
  for (const fn of [selected, ...highlighted]) if (fn >= 0) marked[fn] = 1;
  return marked;
}

/** Gives what was made last again, as long as it is made from the same. */
function latest<From extends readonly unknown[], Made>(make: (...from: From) => Made): (...from: From) => Made {
  let last: { readonly from: From; readonly made: Made } | undefined;
  return (...from) => {
    if (!last?.from.every((item, i) => item === from[i])) last = { from, made: make(...from) };
    return last.made;
  };
}

function watchSize(element: HTMLElement, changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  window.addEventListener('resize', changed); // also when only the density of pixels changes
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', changed);
  };
}
