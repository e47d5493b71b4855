import type { Microseconds } from '../../core/index.ts';
import { followPointer } from '../follow-pointer.ts';
import type { Panel } from '../panel.ts';

/** Pixels that the pointer may move between press and release of a click. */
export const CLICK_SLACK = 4;

/**
 * Draws a range with the pointer, from where it is pressed on an element. `timeAt`: the time at a share of the element's
 * width, 0 to 1, on the recording's axis.
 */
export function brushOver({ part }: Panel, timeAt: (share: number) => Microseconds): (event: PointerEvent) => void {
  return (event) => {
    const element = event.currentTarget as HTMLElement;
    const area = element.getBoundingClientRect();
    const timeOf = ({ clientX }: MouseEvent): Microseconds =>
      timeAt(Math.max(0, Math.min(1, (clientX - area.left) / Math.max(1, area.width))));
    const begin = timeOf(event);
    let isDrawing = false;
    const draw = (move: PointerEvent): void => {
      isDrawing ||= Math.abs(move.clientX - event.clientX) >= CLICK_SLACK;
      const end = timeOf(move);
      if (isDrawing && end !== begin) part.draw({ from: Math.min(begin, end), to: Math.max(begin, end) });
    };
    followPointer(element, event, draw, (isReleased) => {
      const range = part.drawn.peek();
      part.draw(undefined);
      if (isReleased && range) part.setRange(range);
    });
  };
}
