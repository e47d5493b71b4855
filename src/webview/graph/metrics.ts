import type { Flame } from '../model/flame.ts';
import type { Box } from '../model/spans.ts';
import type { Viewport } from '../state/viewport.ts';

/** Height of a row and of the ruler above the rows, in CSS pixels. */
export const ROW_HEIGHT = 18;
export const RULER_HEIGHT = 22;

/** The least that is zoomed in to, in microseconds: far below any sampling interval. Less where all is a few counts. */
const LEAST_SPAN = 20;
const LEAST_PART = 1 / 1000;

const leastSpan = ({ extent }: Pick<Flame, 'extent'>): number =>
  extent > 0 ? Math.min(LEAST_SPAN, extent * LEAST_PART) : LEAST_SPAN;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A viewport within the bounds of what it looks at; one never set shows everything. */
export function clampViewport(viewport: Viewport, flame: Flame, size: Size): Viewport {
  const least = leastSpan(flame);
  const extent = Math.max(flame.extent, least);
  const wanted = viewport.right > viewport.left ? viewport.right - viewport.left : extent;
  const span = Math.min(extent, Math.max(least, wanted));
  const left = Math.max(0, Math.min(extent - span, viewport.right > viewport.left ? viewport.left : 0));
  const rowsHeight = flame.rows * ROW_HEIGHT + ROW_HEIGHT / 2;
  const scroll = Math.max(0, Math.min(rowsHeight - (size.height - RULER_HEIGHT), viewport.scroll));
  return { left, right: left + span, scroll };
}

/** The viewport after zooming by `factor` (above 1: closer), with the time at `share` of the width staying put. */
export function zoomViewport(viewport: Viewport, flame: Flame, factor: number, share: number): Viewport {
  const span = viewport.right - viewport.left;
  const next = Math.max(leastSpan(flame), span / factor);
  const left = viewport.left + (span - next) * share;
  return { left, right: left + next, scroll: viewport.scroll };
}

/** The viewport that shows a box over the whole width, its row near the top. */
export function viewportOf(box: Box, viewport: Viewport, size: Size): Viewport {
  return { left: box.start, right: box.end, scroll: scrollTo(box.row, viewport.scroll, size) };
}

/** The viewport moved just as far as needed to see a box; zoomed in when it would be a sliver. */
export function viewportShowing(box: Box, viewport: Viewport, size: Size): Viewport {
  const scroll = scrollTo(box.row, viewport.scroll, size);
  const span = viewport.right - viewport.left;
  const width = box.end - box.start;
  if ((width / span) * size.width < 3) {
    const room = width * 3;
    return { left: box.start - room, right: box.end + room, scroll };
  }
  const seen = Math.min(box.end, viewport.right) - Math.max(box.start, viewport.left);
  if (seen >= Math.min(width, span) * 0.5) return { ...viewport, scroll };
  const left = width >= span ? box.start : box.start - (span - width) / 2;
  return { left, right: left + span, scroll };
}

/** The time at a pixel from the left. */
export function timeAt(x: number, viewport: Viewport, size: Size): number {
  return viewport.left + (x / Math.max(1, size.width)) * (viewport.right - viewport.left);
}

/** The row at a pixel from the top; negative above the rows. */
export function rowAt(y: number, viewport: Viewport): number {
  return Math.floor((y - RULER_HEIGHT + viewport.scroll) / ROW_HEIGHT);
}

function scrollTo(row: number, scroll: number, size: Size): number {
  const top = row * ROW_HEIGHT;
  const height = Math.max(ROW_HEIGHT, size.height - RULER_HEIGHT);
  if (top - ROW_HEIGHT < scroll) return Math.max(0, top - ROW_HEIGHT);
  return top + 2 * ROW_HEIGHT > scroll + height ? top + 2 * ROW_HEIGHT - height : scroll;
}
