/** A colour as `0xRRGGBB`. */
export type Rgb = number;

/** The colour of a CSS colour text, laid over `under` where it is see-through; undefined when it is none. */
export function parseColour(context: CanvasRenderingContext2D, text: string, under: Rgb = 0): Rgb | undefined {
  const value = text.trim();
  if (value === '' || !CSS.supports('color', value)) return undefined;
  context.fillStyle = value;
  const parsed = context.fillStyle;
  if (parsed.startsWith('#')) return Number.parseInt(parsed.slice(1), 16);
  const [r, g, b, alpha] = parsed
    .slice(parsed.indexOf('(') + 1)
    .split(',')
    .map(Number.parseFloat);
  return [r, g, b, alpha].some(Number.isNaN) ? undefined : mix(under, (r << 16) | (g << 8) | b, alpha);
}

/** From `a` (share 0) to `b` (share 1). */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const channel = (shift: number): number => {
    const from = (a >> shift) & 255;
    return Math.round(from + (((b >> shift) & 255) - from) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

/** Relative luminance from 0 to 1 as WCAG defines it. */
export function luminance(colour: Rgb): number {
  const linear = (shift: number): number => {
    const c = ((colour >> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

/** The colour as one opaque pixel of an ImageData seen as 32-bit numbers (little endian: ABGR). */
export function toPixel(colour: Rgb): number {
  return (0xff000000 | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0;
}

export function toCss(colour: Rgb): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Hue in degrees, the others from 0 to 1. */
export function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return (channel(0) << 16) | (channel(8) << 8) | channel(4);
}
