import type { FunctionIndex, Measured } from '../../core/index.ts';
import type { Flame } from '../model/flame.ts';
import { type Box, SpanBuffer } from '../model/spans.ts';
import type { Viewport } from '../state/viewport.ts';
import { mix, toCss, toPixel } from './colour.ts';
import { createFitter } from './labels.ts';
import { paintLaneHeadings } from './lane-headings.ts';
import { ROW_HEIGHT, RULER_HEIGHT, type Size } from './metrics.ts';
import type { Palette } from './palette.ts';
import { buildTicks } from './ruler.ts';
import type { Theme } from './theme.ts';

/** What one frame shows. */
export interface Scene {
  readonly flame: Flame;
  readonly viewport: Viewport;
  readonly palette: Palette;
  readonly theme: Theme;
  /** Drawn text of a function. */
  readonly nameOf: (fn: FunctionIndex) => string;
  /** What the width of boxes is. */
  readonly measured: Measured;
  /** Per function, 1 where a search found it; undefined without a search. */
  readonly matches?: Uint8Array;
  /** The function whose boxes are underlined; -1 for none. */
  readonly marked: FunctionIndex;
  readonly selected?: Box;
  readonly hovered?: Box;
  /** What stands at the headings of the flame's lanes, one text each. */
  readonly laneLabels?: readonly string[];
}

/** Narrowest box that gets a text, and narrowest that gets a gap to its neighbour; CSS pixels. */
const TEXT_FROM = 22;
const GAP_FROM = 3;

/**
 * Draws a flame graph onto a canvas. Boxes are written into a pixel buffer, one line of pixels for a row and copies of
 * it below: the cost is pixels and nothing else, with or without a graphics card. Texts and outlines go on top. Lengths are in
 * device pixels.
 */
export class FlamePainter {
  readonly width: number;
  readonly rowHeight: number;
  readonly rulerHeight: number;
  /** The thinnest line that is seen. */
  readonly hairline: number;
  private readonly height: number;
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;
  private readonly spans: SpanBuffer;
  fit: ReturnType<typeof createFitter> = (text) => text;
  private font = '';
  /** The first row of the flame in sight, and its upper edge. */
  private firstRow = 0;
  private firstEdge = 0;

  /** The size in CSS pixels; `ratio` device pixels to one. */
  constructor(
    readonly context: CanvasRenderingContext2D,
    { width, height }: Size,
    readonly ratio: number,
  ) {
    const { canvas } = context;
    this.width = canvas.width = Math.max(1, Math.round(width * ratio));
    this.height = canvas.height = Math.max(1, Math.round(height * ratio));
    this.rowHeight = Math.round(ROW_HEIGHT * ratio);
    this.rulerHeight = Math.round(RULER_HEIGHT * ratio);
    this.hairline = Math.max(1, Math.round(ratio));
    this.image = context.createImageData(this.width, this.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.spans = new SpanBuffer(this.width, Math.ceil(this.height / this.rowHeight) + 2);
  }

  paint(scene: Scene): void {
    const { left, right } = scene.viewport;
    const scroll = scene.viewport.scroll * (this.rowHeight / ROW_HEIGHT);
    this.firstRow = Math.max(0, Math.floor(scroll / this.rowHeight));
    this.firstEdge = this.rulerHeight + Math.round(this.firstRow * this.rowHeight - scroll);
    scene.flame.fill(this.spans, { left, right, top: this.firstRow });
    this.pixels.fill(toPixel(scene.theme.background));
    for (let row = 0; row < this.spans.rows; row++) if (this.spans.count[row] > 0) this.paintRow(scene, row);
    this.context.putImageData(this.image, 0, 0);
    this.setFont(scene.theme);
    this.paintLines(scene);
    this.paintTexts(scene);
    paintLaneHeadings(scene, this);
    this.paintOutlines(scene);
    this.paintRuler(scene);
  }

  /** Upper edge of a row of the flame. */
  yOf(row: number): number {
    return this.firstEdge + (row - this.firstRow) * this.rowHeight;
  }

  /** `row`: of the spans, as below. */
  private paintRow(scene: Scene, row: number): void {
    const y = this.yOf(this.firstRow + row);
    const first = Math.max(this.rulerHeight, y);
    const end = Math.min(this.height, y + this.rowHeight - this.hairline);
    if (first >= end) return;
    const line = this.width * first;
    this.paintLine(scene, row, line);
    for (let at = first + 1; at < end; at++) this.pixels.copyWithin(at * this.width, line, line + this.width);
  }

  private paintLine(scene: Scene, row: number, line: number): void {
    const { fill, dimmed } = scene.palette;
    const { node, left, right, count, width } = this.spans;
    const functionOf = scene.flame.tree.function;
    const last = fill.length - 1;
    for (let k = row * width, stop = k + count[row]; k < stop; k++) {
      const fn = functionOf[node[k]] < 0 ? last : functionOf[node[k]];
      const colour = scene.matches && scene.matches[fn] !== 1 ? dimmed[fn] : fill[fn];
      const wide = right[k] - left[k] >= GAP_FROM * this.ratio;
      this.pixels.fill(colour, line + left[k], line + (wide ? right[k] - this.hairline : right[k]));
    }
  }

  /** Calls back for each box in sight, with the function that it is of and the row of the flame that it stands in. */
  private eachBox({ flame }: Scene, draw: (fn: FunctionIndex, left: number, right: number, row: number) => void): void {
    const { node, left, right, count, width, rows } = this.spans;
    for (let row = 0; row < rows; row++)
      for (let k = row * width, stop = k + count[row]; k < stop; k++)
        draw(flame.tree.function[node[k]], left[k], right[k], this.firstRow + row);
  }

  /** Lines under marked boxes and, in high contrast, around all that are wide enough. */
  private paintLines(scene: Scene): void {
    const { theme, marked } = scene;
    const { context, ratio, rowHeight, hairline } = this;
    const thickness = Math.max(2, Math.round(2 * ratio));
    context.fillStyle = toCss(theme.accent);
    context.strokeStyle = toCss(theme.border ?? theme.line);
    context.lineWidth = hairline;
    this.eachBox(scene, (fn, left, right, row) => {
      const y = this.yOf(row);
      const isWide = right - left >= GAP_FROM * ratio;
      const across = right - left - (isWide ? hairline : 0);
      if (theme.border !== undefined && isWide)
        context.strokeRect(left + hairline / 2, y + hairline / 2, across - hairline, rowHeight - 2 * hairline);
      if (fn >= 0 && fn === marked) context.fillRect(left, y + rowHeight - hairline - thickness, across, thickness);
    });
  }

  private paintTexts(scene: Scene): void {
    const { context, ratio, rowHeight } = this;
    const { matches, palette, theme } = scene;
    const faint = toCss(mix(theme.background, theme.foreground, 0.5));
    const padding = Math.round(4 * ratio);
    context.textBaseline = 'middle';
    const headings = new Set(scene.flame.lanes?.map((lane) => lane.row));
    this.eachBox(scene, (fn, left, right, row) => {
      if (right - left < TEXT_FROM * ratio || headings.has(row)) return;
      const y = this.yOf(row) + Math.round((rowHeight - ratio) / 2) + ratio / 2;
      if (y > this.height + rowHeight || y < this.rulerHeight - rowHeight) return;
      const text = this.fit(scene.nameOf(fn), right - left - 2 * padding);
      const at = fn < 0 ? palette.fill.length - 1 : fn;
      const dim = matches !== undefined && matches[at] !== 1;
      context.fillStyle = dim ? faint : palette.blackText[at] === 1 ? '#111' : '#fff';
      context.fillText(text, left + padding, y);
    });
  }

  private paintOutlines({ viewport, hovered, selected, theme }: Scene): void {
    const { context, width, rowHeight } = this;
    const perPixel = (viewport.right - viewport.left) / width;
    const outline = (box: Box, colour: string, thickness: number): void => {
      const left = Math.max(-8, Math.round((box.start - viewport.left) / perPixel));
      const right = Math.min(width + 8, Math.max(left + 2, Math.round((box.end - viewport.left) / perPixel)));
      const y = this.yOf(box.row);
      if (right < 0 || left > width || y + rowHeight <= this.rulerHeight || y > this.height) return;
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      const half = thickness / 2;
      context.strokeRect(left + half, y + half, right - left - thickness, rowHeight - 1 - thickness);
    };
    if (hovered) outline(hovered, toCss(theme.foreground), this.hairline);
    if (selected) outline(selected, toCss(theme.focus), Math.max(2, Math.round(2 * this.ratio)));
  }

  private paintRuler({ flame, viewport, theme, measured }: Scene): void {
    const { context, ratio, width, rulerHeight, hairline } = this;
    const span = viewport.right - viewport.left;
    context.fillStyle = toCss(theme.background);
    context.fillRect(0, 0, width, rulerHeight);
    context.fillStyle = toCss(theme.line);
    context.fillRect(0, rulerHeight - hairline, width, hairline);
    const { axisStart = 0 } = flame;
    const [left, right] = [viewport.left + axisStart, viewport.right + axisStart];
    for (const tick of buildTicks(left, right, width / (110 * ratio), measured)) {
      const x = Math.round(((tick.at - axisStart - viewport.left) / span) * width);
      context.fillStyle = toCss(theme.line);
      const top = Math.round(rulerHeight * 0.35);
      context.fillRect(x, top, hairline, rulerHeight - top);
      context.fillStyle = toCss(theme.muted);
      if (x + 50 * ratio < width) context.fillText(tick.label, x + 4 * ratio, rulerHeight * 0.48);
    }
    if (span < flame.extent) this.paintOverview(viewport, flame.extent, theme);
  }

  /** Which part of everything is visible, along the ruler's lower edge. */
  private paintOverview({ left, right }: Viewport, extent: number, theme: Theme): void {
    const { context, width, rulerHeight } = this;
    const thickness = Math.max(3, Math.round(3 * this.ratio));
    const from = Math.round((left / extent) * width);
    const to = Math.max(from + 2 * thickness, Math.round((right / extent) * width));
    context.fillStyle = toCss(theme.line);
    context.fillRect(0, rulerHeight - thickness, width, thickness);
    context.fillStyle = toCss(theme.accent);
    context.fillRect(Math.min(from, width - 2 * thickness), rulerHeight - thickness, to - from, thickness);
  }

  private setFont(theme: Theme): void {
    const font = `${Math.round(11.5 * this.ratio * 2) / 2}px ${theme.fontFamily}`;
    this.context.font = font;
    this.context.fontKerning = 'none';
    if (font === this.font) return;
    this.font = font;
    this.fit = createFitter(this.context);
  }
}
