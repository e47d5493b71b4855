/**
 * Fits texts into boxes. Widths of characters are measured once; kerning is off, so that they add up. All lengths in
 * device pixels.
 */
export class LabelFitter {
  private readonly widths = new Map<string, number>();
  private readonly ellipsis: number;

  /** The context must have its font set already; a new font needs a new fitter. */
  constructor(private readonly context: CanvasRenderingContext2D) {
    this.ellipsis = context.measureText('…').width;
  }

  /** The text, cut with an ellipsis where it does not fit; empty when not even two characters do. */
  fit(text: string, room: number): string {
    let width = 0;
    let cut = 0;
    for (let i = 0; i < text.length; i++) {
      width += this.widthOf(text[i]);
      if (width <= room - this.ellipsis) cut = i + 1;
      if (width > room) return cut < 2 ? '' : `${text.slice(0, isHighSurrogate(text, cut - 1) ? cut - 1 : cut)}…`;
    }
    return text;
  }

  private widthOf(character: string): number {
    const known = this.widths.get(character);
    if (known !== undefined) return known;
    const { width } = this.context.measureText(character);
    this.widths.set(character, width);
    return width;
  }
}

function isHighSurrogate(text: string, i: number): boolean {
  return (text.charCodeAt(i) & 0xfc00) === 0xd800;
}
