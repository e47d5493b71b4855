import { toCss } from './colour.ts';
import type { FlamePainter, Scene } from './painter.ts';

/** How much of the picture's width a name may take. */
const WIDEST = 0.6;

/** Paints the names of the threads over their headings; that of a thread whose heading is scrolled away stays in sight. */
export function paintLaneHeadings({ flame, theme, laneLabels = [] }: Scene, painter: FlamePainter): void {
  const { context, ratio, width, rowHeight, rulerHeight: top, hairline } = painter;
  context.textBaseline = 'middle';
  flame.lanes?.forEach((lane, i) => {
    const y = painter.yOf(lane.row);
    const last = painter.yOf(lane.row + lane.rows - 1);
    if (last + rowHeight <= top || y > context.canvas.height) return;
    context.fillStyle = toCss(theme.line);
    if (i > 0 && y > top) context.fillRect(0, y - hairline, width, hairline);
    const at = Math.min(Math.max(y, top), last);
    const left = Math.round(20 * ratio);
    const text = painter.fit(laneLabels[i] ?? '', width * WIDEST - left);
    context.fillStyle = toCss(theme.background);
    context.fillRect(0, at, left + context.measureText(text).width + 8 * ratio, rowHeight - hairline);
    context.fillStyle = toCss(theme.foreground);
    const middle = at + (rowHeight - ratio) / 2;
    context.fillText(lane.isOpen ? '▾' : '▸', 6 * ratio, middle + ratio / 2);
    context.fillText(text, left, middle + ratio / 2);
  });
}
