/**
 * Fits texts into boxes: cuts them with an ellipsis where there is no room, to nothing when not even two characters have any.
 * Widths of characters are measured once; kerning is off, so that they add up. All lengths in device pixels. The context must
 * have its font set already; a new font needs a new fitter.
 */
export function createFitter(context: CanvasRenderingContext2D): (text: string, room: number) => string {
  const widths = new Map<string, number>();
  const measure = (character: string): number => {
    const { width } = context.measureText(character);
    widths.set(character, width);
    return width;
  };
  const ellipsis = measure('…');
  return (text, room) => {
    let width = 0;
    let cut = 0;
    for (let i = 0; i < text.length; i++) {
      width += widths.get(text[i]) ?? measure(text[i]);
      if (width <= room - ellipsis) cut = i + 1;
      if (width <= room) continue;
      const isInPair = (text.charCodeAt(cut - 1) & 0xfc00) === 0xd800;
      return cut < 2 ? '' : `${text.slice(0, isInPair ? cut - 1 : cut)}…`;
    }
    return text;
  };
}
