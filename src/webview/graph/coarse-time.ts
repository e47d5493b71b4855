import { toCss } from './colour.ts';
import type { Place, Scene } from './painter.ts';

/** Between two lines of the hatching, in CSS pixels. */
const HATCHING = 7;

/** Hatches the time in which the order of samples is not known, and draws a line where it begins to be. */
export function paintCoarseTime({ flame, viewport, theme }: Scene, place: Place): void {
  const { context, ratio, width, top, yOf } = place;
  const perPixel = (viewport.right - viewport.left) / width;
  for (const { row, rows, until } of flame.coarse ?? []) {
    const right = Math.min(width, Math.round((until - viewport.left) / perPixel));
    const [from, to] = [Math.max(top, yOf(row)), Math.min(context.canvas.height, yOf(row + rows))];
    if (right <= 0 || to <= from) continue;
    context.save();
    context.beginPath();
    context.rect(0, from, right, to - from);
    context.clip();
    context.strokeStyle = toCss(theme.background);
    context.globalAlpha = 0.5;
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    for (let x = from % (HATCHING * ratio); x < right + to - from; x += HATCHING * ratio) {
      context.moveTo(x, from);
      context.lineTo(x - (to - from), to);
    }
    context.stroke();
    context.restore();
    context.fillStyle = toCss(theme.foreground);
    if (right < width) context.fillRect(right, from, Math.max(1, Math.round(ratio)), to - from);
  }
}
