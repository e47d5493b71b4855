import type { FunctionIndex, Measured } from '../../core/index.ts';
import type { Flame } from '../model/flame.ts';
import { type Box, SpanBuffer } from '../model/spans.ts';
import type { Viewport } from '../state/viewport.ts';
import { mix, toCss, toPixel } from './colour.ts';
import { LabelFitter } from './labels.ts';
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
  /** Per function, 1 where its boxes are underlined: the selected function, and those that the cursor is in. */
  readonly marked: Uint8Array;
  readonly selected?: Box;
  readonly hovered?: Box;
  /** What stands at the headings of the flame's lanes, one text each. */
  readonly laneLabels?: readonly string[];
}

/** Where that is painted; all lengths in device pixels. */
export interface Place {
  readonly context: CanvasRenderingContext2D;
  /** Cuts a text to a width. */
  readonly fit: (text: string, room: number) => string;
  /** Device pixels to one of CSS. */
  readonly ratio: number;
  readonly width: number;
  readonly rowHeight: number;
  /** Upper edge of the rows. */
  readonly top: number;
  /** Upper edge of a row of the flame. */
  readonly yOf: (row: number) => number;
}

/** Narrowest box that gets a text, and narrowest that gets a gap to its neighbour; CSS pixels. */
const TEXT_FROM = 22;
const GAP_FROM = 3;

/**
 * Draws a flame graph onto a canvas. Boxes are written into a pixel buffer, one line of pixels for a row and copies of
 * it below: the cost is pixels and nothing else, with or without a graphics card. Texts and outlines go on top.
 */
export class FlamePainter {
  private readonly width: number;
  private readonly height: number;
  private readonly rowHeight: number;
  private readonly rulerHeight: number;
  private readonly image: ImageData;
  private readonly pixels: Uint32Array;
  private readonly spans: SpanBuffer;
  private fitter: LabelFitter | undefined;
  private font = '';

  /** The size in CSS pixels; `ratio` device pixels to one. */
  constructor(
    private readonly context: CanvasRenderingContext2D,
    { width, height }: Size,
    readonly ratio: number,
  ) {
    const { canvas } = context;
    this.width = canvas.width = Math.max(1, Math.round(width * ratio));
    this.height = canvas.height = Math.max(1, Math.round(height * ratio));
    this.rowHeight = Math.round(ROW_HEIGHT * ratio);
    this.rulerHeight = Math.round(RULER_HEIGHT * ratio);
    this.image = context.createImageData(this.width, this.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.spans = new SpanBuffer(this.width, Math.ceil(this.height / this.rowHeight) + 2);
  }

  paint(scene: Scene): void {
    const scroll = scene.viewport.scroll * (this.rowHeight / ROW_HEIGHT);
    const top = Math.max(0, Math.floor(scroll / this.rowHeight));
    const offset = this.rulerHeight + Math.round(top * this.rowHeight - scroll);
    scene.flame.fill(this.spans, { left: scene.viewport.left, right: scene.viewport.right, top });
    this.pixels.fill(toPixel(scene.theme.background));
    for (let row = 0; row < this.spans.rows; row++) {
      if (this.spans.count[row] > 0) this.paintRow(scene, row, offset + row * this.rowHeight);
    }
    this.context.putImageData(this.image, 0, 0);
    const { context, ratio, width, rowHeight } = this;
    const place: Place = {
      ...{ context, ratio, width, rowHeight, top: this.rulerHeight },
      fit: (text, room) => this.fitter?.fit(text, room) ?? text,
      yOf: (row) => offset + (row - top) * rowHeight,
    };
    this.setFont(scene.theme);
    this.paintLines(scene, offset);
    this.paintTexts(scene, top, offset);
    paintLaneHeadings(scene, place);
    this.paintOutlines(scene, top, offset);
    this.paintRuler(scene);
  }

  private paintRow(scene: Scene, row: number, y: number): void {
    const gap = Math.max(1, Math.round(this.ratio));
    const first = Math.max(this.rulerHeight, y);
    const end = Math.min(this.height, y + this.rowHeight - gap);
    if (first >= end) return;
    const line = this.width * first;
    this.paintLine(scene, row, line, gap);
    for (let at = first + 1; at < end; at++) this.pixels.copyWithin(at * this.width, line, line + this.width);
  }

  private paintLine(scene: Scene, row: number, line: number, gap: number): void {
    const { fill, dimmed } = scene.palette;
    const { node, left, right, count, width } = this.spans;
    const functionOf = scene.flame.tree.function;
    const last = fill.length - 1;
    for (let k = row * width, stop = k + count[row]; k < stop; k++) {
      const fn = functionOf[node[k]] < 0 ? last : functionOf[node[k]];
      const colour = scene.matches && scene.matches[fn] !== 1 ? dimmed[fn] : fill[fn];
      const wide = right[k] - left[k] >= GAP_FROM * this.ratio;
      this.pixels.fill(colour, line + left[k], line + (wide ? right[k] - gap : right[k]));
    }
  }

  /** Lines under marked boxes and, in high contrast, around all that are wide enough. */
  private paintLines({ flame, theme, marked }: Scene, offset: number): void {
    const { node, left, right, count, width, rows } = this.spans;
    const { context, ratio, rowHeight } = this;
    const [gap, thickness] = [Math.max(1, Math.round(ratio)), Math.max(2, Math.round(2 * ratio))];
    context.fillStyle = toCss(theme.accent);
    context.strokeStyle = toCss(theme.border ?? theme.line);
    context.lineWidth = gap;
    for (let row = 0, y = offset; row < rows; row++, y += rowHeight) {
      for (let k = row * width, stop = k + count[row]; k < stop; k++) {
        const isWide = right[k] - left[k] >= GAP_FROM * ratio;
        const across = right[k] - left[k] - (isWide ? gap : 0);
        if (theme.border !== undefined && isWide)
          context.strokeRect(left[k] + gap / 2, y + gap / 2, across - gap, rowHeight - 2 * gap);
        if (marked[flame.tree.function[node[k]]] === 1)
          context.fillRect(left[k], y + rowHeight - gap - thickness, across, thickness);
      }
    }
  }

  private paintTexts(scene: Scene, top: number, offset: number): void {
    const { node, left, right, count, width, rows } = this.spans;
    const { context, ratio } = this;
    const functionOf = scene.flame.tree.function;
    const last = scene.palette.fill.length - 1;
    const faint = toCss(mix(scene.theme.background, scene.theme.foreground, 0.5));
    const padding = Math.round(4 * ratio);
    const least = TEXT_FROM * ratio;
    context.textBaseline = 'middle';
    const headings = new Set(scene.flame.lanes?.map((lane) => lane.row - top));
    for (let row = 0; row < rows; row++) {
      if (headings.has(row)) continue;
      const y = offset + row * this.rowHeight + Math.round((this.rowHeight - ratio) / 2) + ratio / 2;
      if (y > this.height + this.rowHeight || y < this.rulerHeight - this.rowHeight) continue;
      for (let k = row * width, stop = k + count[row]; k < stop; k++) {
        if (right[k] - left[k] < least) continue;
        const fn = functionOf[node[k]];
        const at = fn < 0 ? last : fn;
        const text = this.fitter?.fit(scene.nameOf(fn), right[k] - left[k] - 2 * padding) ?? '';
        if (text === '') continue;
        const dim = scene.matches !== undefined && scene.matches[at] !== 1;
        context.fillStyle = dim ? faint : scene.palette.blackText[at] === 1 ? '#111' : '#fff';
        context.fillText(text, left[k] + padding, y);
      }
    }
  }

  private paintOutlines(scene: Scene, top: number, offset: number): void {
    const outline = (box: Box, colour: string, thickness: number): void => {
      const perPixel = (scene.viewport.right - scene.viewport.left) / this.width;
      const left = Math.max(-8, Math.round((box.start - scene.viewport.left) / perPixel));
      const right = Math.min(
        this.width + 8,
        Math.max(left + 2, Math.round((box.end - scene.viewport.left) / perPixel)),
      );
      const y = offset + (box.row - top) * this.rowHeight;
      if (right < 0 || left > this.width || y + this.rowHeight <= this.rulerHeight || y > this.height) return;
      this.context.strokeStyle = colour;
      this.context.lineWidth = thickness;
      const half = thickness / 2;
      this.context.strokeRect(left + half, y + half, right - left - thickness, this.rowHeight - 1 - thickness);
    };
    if (scene.hovered) outline(scene.hovered, toCss(scene.theme.foreground), Math.max(1, Math.round(this.ratio)));
    if (scene.selected) outline(scene.selected, toCss(scene.theme.focus), Math.max(2, Math.round(2 * this.ratio)));
  }

  private paintRuler({ flame, viewport, theme, measured }: Scene): void {
    const { context, ratio, width, rulerHeight } = this;
    const span = viewport.right - viewport.left;
    context.fillStyle = toCss(theme.background);
    context.fillRect(0, 0, width, rulerHeight);
    context.fillStyle = toCss(theme.line);
    context.fillRect(0, rulerHeight - Math.max(1, Math.round(ratio)), width, Math.max(1, Math.round(ratio)));
    const { axisStart = 0 } = flame;
    const [left, right] = [viewport.left + axisStart, viewport.right + axisStart];
    for (const tick of buildTicks(left, right, width / (110 * ratio), measured)) {
      const x = Math.round(((tick.at - axisStart - viewport.left) / span) * width);
      context.fillStyle = toCss(theme.line);
      const top = Math.round(rulerHeight * 0.35);
      context.fillRect(x, top, Math.max(1, Math.round(ratio)), rulerHeight - top);
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
    this.fitter = new LabelFitter(this.context);
  }
}
