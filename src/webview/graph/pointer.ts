import { CLICK_SLACK, followPointer } from '../follow-pointer.ts';
import type { LaneRows } from '../model/flame.ts';
import type { Box } from '../model/spans.ts';
import type { Panel } from '../panel.ts';
import { clampViewport, rowAt, RULER_HEIGHT, timeAt } from './metrics.ts';

/**
 * Pointer and wheel on the picture. The wheel moves up and down (with Shift left and right); with Ctrl or Cmd, or by
 * pinching, it zooms at the pointer. A drag moves, a double click zooms to the frame. A click selects, and shows the code
 * where an editor is in sight: the picture must not change under the pointer.
 */
export function handlePointer(canvas: HTMLCanvasElement, panel: Panel, signal: AbortSignal): void {
  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ): void => canvas.addEventListener(type, handle, { signal, passive: false });
  let isHeld = false;
  /** The release of a drag is a click, too, but not meant as one. */
  let wasDragged = false;

  listen('wheel', (event) => {
    event.preventDefault();
    turnWheel(event, canvas, panel);
  });
  listen('pointerdown', (event) => {
    wasDragged = false;
    isHeld = event.button === 0;
    let last = event;
    const drag = (move: PointerEvent): void => {
      const [x, y] = [move.clientX - last.clientX, move.clientY - last.clientY];
      wasDragged ||= Math.max(Math.abs(x), Math.abs(y)) >= CLICK_SLACK;
      if (!wasDragged) return;
      last = move;
      panel.selection.point(undefined);
      canvas.style.cursor = 'grabbing';
      panel.viewport.pan(-x, -y);
    };
    followPointer(canvas, event, drag, () => {
      isHeld = false;
      canvas.style.cursor = 'default';
    });
  });
  listen('pointermove', (event) => {
    if (isHeld) return;
    const { box, heading } = spotUnder(canvas, panel, event);
    panel.selection.point(box && { box, x: event.clientX, y: event.clientY });
    canvas.style.cursor = box || heading ? 'pointer' : 'default';
  });
  listen('click', (event) => {
    if (!wasDragged) click(event, canvas, panel);
  });
  listen('pointerleave', () => panel.selection.point(undefined));
  listen('dblclick', (event) => {
    const { box, heading } = spotUnder(canvas, panel, event);
    if (box && !heading) panel.viewport.zoomTo(box);
  });
}

function spotUnder(
  canvas: HTMLElement,
  { flame, viewport }: Panel,
  { clientX, clientY }: MouseEvent,
): { readonly box?: Box | undefined; readonly heading?: LaneRows | undefined } {
  const shown = flame.peek();
  if (!shown) return {};
  const area = canvas.getBoundingClientRect();
  const size = viewport.size.peek();
  const visible = clampViewport(viewport.current.peek(), shown, size);
  const row = rowAt(clientY - area.top, visible);
  if (clientY - area.top < RULER_HEIGHT || row < 0 || row >= shown.rows) return {};
  return {
    box: shown.boxAt(row, timeAt(clientX - area.left, visible, size)),
    heading: shown.lanes?.find((lane) => lane.row === row),
  };
}

function turnWheel(event: WheelEvent, canvas: HTMLCanvasElement, { viewport, selection }: Panel): void {
  // In pixels also in Firefox, as long as nobody asks for the unit.
  const { deltaX: x, deltaY: y } = event;
  selection.point(undefined);
  if (event.ctrlKey || event.metaKey) {
    const strength = Math.abs(y) < 20 ? 0.012 : 0.0028; // a pinch comes in small steps, a wheel in notches
    viewport.zoomAt(Math.exp(-y * strength), event.offsetX / Math.max(1, canvas.clientWidth));
  } else if (event.shiftKey && x === 0) viewport.pan(y, 0);
  else viewport.pan(x, y);
}

function click(event: MouseEvent, canvas: HTMLCanvasElement, panel: Panel): void {
  const { requests, selection } = panel;
  const { box, heading } = spotUnder(canvas, panel, event);
  selection.select(box);
  if (heading) panel.toggleLane(heading.thread, event.shiftKey);
  // The second click of a double click zooms; the first one has shown the function.
  else if (box && event.detail < 2) requests.reveal(selection.fn.peek(), { keepLayout: true });
}
