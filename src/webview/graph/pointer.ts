import type { Actions } from '../actions.ts';
import type { Box } from '../model/runs.ts';
import type { Panel } from '../panel.ts';
import { clampViewport, rowAt, timeAt } from './metrics.ts';

/** Pixels that the pointer may move between press and release of a click. */
const CLICK_SLACK = 4;
/** Pixels of a wheel turned by "lines". */
const LINE = 18;

/** The box under a point of the page, if any. */
export function boxUnder(canvas: HTMLElement, panel: Panel, clientX: number, clientY: number): Box | undefined {
  const flame = panel.flame.peek();
  if (!flame) return undefined;
  const area = canvas.getBoundingClientRect();
  const size = panel.size.peek();
  const viewport = clampViewport(panel.viewport.peek(), flame, size);
  const row = rowAt(clientY - area.top, viewport);
  if (clientY - area.top < 22 || row < 0 || row >= flame.rows) return undefined;
  return flame.boxAt(row, timeAt(clientX - area.left, viewport, size));
}

/**
 * Pointer and wheel on the picture. Wheel: moves up and down (Shift: left and right); with Ctrl or Cmd, or pinching,
 * zooms at the pointer. Drag moves, click selects and reveals, double click zooms to the frame.
 */
export function handlePointer(canvas: HTMLCanvasElement, panel: Panel, actions: Actions): () => void {
  const life = new AbortController();
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ): void => canvas.addEventListener(type, handle, { signal: life.signal, passive: false });
  const drag = new Drag(canvas, panel, actions);

  listen('wheel', (event) => {
    event.preventDefault();
    turnWheel(event, canvas, panel, actions);
  });
  listen('pointerdown', (event) => drag.begin(event));
  listen('pointermove', (event) => {
    if (drag.move(event)) return;
    const box = boxUnder(canvas, panel, event.clientX, event.clientY);
    panel.hover.value = box && { box, x: event.clientX, y: event.clientY };
    canvas.style.cursor = box ? 'pointer' : 'default';
  });
  listen('pointerup', () => drag.end());
  listen('click', (event) => drag.click(event));
  listen('pointercancel', () => drag.end());
  listen('pointerleave', () => (panel.hover.value = undefined));
  listen('dblclick', (event) => {
    const box = boxUnder(canvas, panel, event.clientX, event.clientY);
    if (box) actions.zoomTo(box);
  });
  return () => life.abort();
}

function turnWheel(event: WheelEvent, canvas: HTMLCanvasElement, panel: Panel, actions: Actions): void {
  const unit =
    event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : 1;
  const x = event.deltaX * unit;
  const y = event.deltaY * unit;
  panel.hover.value = undefined;
  if (event.ctrlKey || event.metaKey) {
    const share = event.offsetX / Math.max(1, canvas.clientWidth);
    const strength = Math.abs(y) < 20 ? 0.012 : 0.0028; // a pinch comes in small steps, a wheel in notches
    actions.zoomBy(Math.exp(-y * strength), share, false);
    return;
  }
  const before = panel.viewport.peek();
  if (event.shiftKey && x === 0) actions.pan(y, 0);
  else actions.pan(x, y);
  panel.wheelHint.value =
    Math.abs(y) > Math.abs(x) && !event.shiftKey && panel.viewport.peek().scroll === before.scroll;
}

class Drag {
  private readonly canvas: HTMLCanvasElement;
  private readonly panel: Panel;
  private readonly actions: Actions;
  private last: { x: number; y: number } | undefined;
  private moved = 0;

  constructor(canvas: HTMLCanvasElement, panel: Panel, actions: Actions) {
    this.canvas = canvas;
    this.panel = panel;
    this.actions = actions;
  }

  begin(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.last = { x: event.clientX, y: event.clientY };
    this.moved = 0;
    this.canvas.setPointerCapture(event.pointerId);
  }

  /** Whether a button is held, so that the pointer does not hover. */
  move(event: PointerEvent): boolean {
    if (!this.last) return false;
    const x = event.clientX - this.last.x;
    const y = event.clientY - this.last.y;
    this.moved = Math.max(this.moved, Math.abs(x), Math.abs(y));
    if (this.moved < CLICK_SLACK) return true;
    this.moved = Infinity;
    this.last = { x: event.clientX, y: event.clientY };
    this.panel.hover.value = undefined;
    this.canvas.style.cursor = 'grabbing';
    this.actions.pan(-x, -y);
    return true;
  }

  /** A click follows the release of a drag as well: that one is not meant. */
  click(event: MouseEvent): void {
    if (this.moved >= CLICK_SLACK) return;
    const box = boxUnder(this.canvas, this.panel, event.clientX, event.clientY);
    this.actions.select(box);
    // The second click of a double click zooms; the line is shown already.
    if (box && event.detail < 2) this.actions.reveal(this.panel.selected.peek());
  }

  end(): void {
    this.last = undefined;
    this.canvas.style.cursor = 'default';
  }
}
