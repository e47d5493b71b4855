import { computed, effect, type Signal, signal } from '@preact/signals';
import type { FunctionIndex } from '../../core/index.ts';
import { boxLabelOf, laneLabelOf } from '../names.ts';
import type { Panel } from '../panel.ts';
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
  const life = new AbortController();
  const { signal } = life;
  const flameCanvas = new FlameCanvas(canvas, panel);
  const stopDrawing = effect(() => flameCanvas.redrawOnChange());
  watchTheme(() => flameCanvas.themeChanged(), signal);
  watchSize(flameCanvas.holder, () => flameCanvas.sizeChanged(), signal);
  handlePointer(canvas, panel, signal);
  handleKeys(canvas, panel, signal);
  return () => {
    life.abort();
    stopDrawing();
    flameCanvas.stop();
  };
}

class FlameCanvas {
  readonly holder: HTMLElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly theme: Signal<Theme>;
  private painter: FlamePainter | undefined;
  private shown: Viewport | undefined;
  private shownFlame: unknown;
  private request = 0;
  private lastFrame = 0;
  private readonly lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

  private readonly palette = computed(() => {
    const { changes, recording, shownTree, colouring } = this.panel;
    const [model, times] = [recording.tables.value, shownTree.times.value];
    const coloured = { changes: changes.ofFunction.value, theme: this.theme.value };
    return model && times && buildPalette({ ...coloured, model, times }, colouring.value);
  });
  private readonly nameOf = computed(() => {
    const tables = this.panel.recording.tables.value;
    const changes = this.panel.colouring.value === 'change' ? this.panel.changes.ofFunction.value : undefined;
    /** By function, the one of the root of everything first. */
    const names: string[] = [];
    return (fn: FunctionIndex): string => (tables ? (names[fn + 1] ??= boxLabelOf(tables, fn, changes?.get(fn))) : '');
  });
  /** What is drawn, apart from where that is looked at. */
  private readonly scene = computed((): Omit<Scene, 'viewport'> | undefined => {
    const { recording, search, selection } = this.panel;
    const [flame, tables] = [this.panel.flame.value, recording.tables.value];
    const palette = this.palette.value;
    if (!flame || !tables || !palette) return undefined;
    return {
      ...{ flame, palette, theme: this.theme.value, marked: selection.fn.value },
      ...{ matches: search.matches.value, selected: selection.box.value, hovered: selection.hover.value?.box },
      ...{ nameOf: this.nameOf.value, measured: tables.header.quality },
      ...(flame.lanes && { laneLabels: flame.lanes.map(({ thread }) => laneLabelOf(tables, thread)) }),
    };
  });

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly panel: Panel,
  ) {
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('This browser cannot draw on a canvas.');
    this.holder = canvas.parentElement ?? canvas;
    this.context = context;
    this.theme = signal(readTheme(canvas, context));
    panel.picture.setShade(this.theme.value.shade);
  }

  /** Asks for a frame whenever the picture changes. */
  redrawOnChange(): void {
    [this.scene, this.panel.viewport.current, this.panel.viewport.size].forEach((input) => input.value);
    this.schedule();
  }

  themeChanged(): void {
    this.theme.value = readTheme(this.canvas, this.context);
    this.panel.picture.setShade(this.theme.value.shade);
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
    const scene = this.scene.peek();
    if (!painter || !scene) return;
    const { flame } = scene;
    const target = clampViewport(panel.viewport.current.peek(), flame, panel.viewport.size.peek());
    const glides = panel.viewport.glides.peek() && this.shownFlame === flame && !this.lessMotion.matches;
    const viewport = glides && this.shown ? this.approach(this.shown, target, now) : target;
    this.shown = viewport;
    this.shownFlame = flame;
    this.lastFrame = now;
    painter.paint({ ...scene, viewport });
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

function watchSize(element: HTMLElement, changed: () => void, signal: AbortSignal): void {
  const observer = new ResizeObserver(changed);
  observer.observe(element);
  window.addEventListener('resize', changed, { signal }); // also when only the density of pixels changes
  signal.addEventListener('abort', () => observer.disconnect());
}
