import type { Microseconds } from '../../core/index.ts';
import type { Panel } from '../panel.ts';

/** Pixels that the pointer may move between press and release of a click. */
export const CLICK_SLACK = 4;

/**
 * Draws a range with the pointer, from where it is pressed on an element. `timeAt`: the time at a part of the element's
 * width, 0 to 1, on the recording's axis.
 */
export function brushOver(panel: Panel, timeAt: (part: number) => Microseconds): (event: PointerEvent) => void {
  return (event) => {
    const element = event.currentTarget as HTMLElement;
    if (event.button !== 0) return;
    const area = element.getBoundingClientRect();
    const timeOf = ({ clientX }: MouseEvent): Microseconds =>
      timeAt(Math.max(0, Math.min(1, (clientX - area.left) / Math.max(1, area.width))));
    const begin = timeOf(event);
    const life = new AbortController();
    element.setPointerCapture(event.pointerId);
    const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', handle: (event: PointerEvent) => void): void =>
      element.addEventListener(type, handle, { signal: life.signal });
    let isDrawing = false;
    listen('pointermove', (move) => {
      isDrawing ||= Math.abs(move.clientX - event.clientX) >= CLICK_SLACK;
      const end = timeOf(move);
      if (isDrawing && end !== begin) panel.brush.draw({ from: Math.min(begin, end), to: Math.max(begin, end) });
    });
    listen('pointerup', () => {
      life.abort();
      panel.brush.finish();
    });
    listen('pointercancel', () => {
      life.abort();
      panel.brush.cancel();
    });
  };
}
