// Draws the product's images and writes the colours of package.json, all from one palette:
// `npx tsx test/support/build-media.ts`. Needs nothing but Node.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { allHeatLevels, colors, heatLevels } from '../../src/extension/contributed-names.ts';
import { darkRamp, defaultColors, lightRamp } from './palette.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A bar as long as its level, in eighths of the gutter. The outline keeps pale bars visible. */
function gutterIcon(color: string, outline: string, level: number): string {
  const width = (16 * level) / heatLevels - 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><rect x=".5" y="3.5" width="${width}" height="9" rx="1" fill="${color}" stroke="${outline}"/></svg>\n`;
}

/** An edited line: an empty, dashed bar. */
function staleIcon(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><rect x="1.5" y="4.5" width="13" height="7" rx="1" fill="none" stroke="${color}" stroke-dasharray="2 2"/></svg>\n`;
}

/** Too few samples for a length: a small empty bar. */
/** Two bars, as for a pause. */
const blockedIcon = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><g fill="${color}"><rect x=".5" y="4" width="1.6" height="8"/><rect x="3.2" y="4" width="1.6" height="8"/></g></svg>`;

function fewIcon(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><rect x=".5" y="5.5" width="4" height="5" rx="1" fill="none" stroke="${color}"/></svg>\n`;
}

/** The time is in what the line calls: a small arrow to the right. */
function callerIcon(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><path d="M2 8h8M7 5l3 3-3 3" fill="none" stroke="${color}" stroke-width="1.4"/></svg>\n`;
}

/** A triangle: up for slower, down for faster. */
function changeIcon(color: string, isSlower: boolean): string {
  const path = isSlower ? 'M8 3l6 10H2z' : 'M8 13L2 3h12z';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16"><path d="${path}" fill="${color}"/></svg>\n`;
}

/** The logo of Heatline: lines of text as bars, the hot one the longest. Widths out of 24. */
const bars = [
  { y: 3, width: 9, level: 3 },
  { y: 8, width: 20, level: 8 },
  { y: 13, width: 14, level: 6 },
  { y: 18, width: 6, level: 2 },
];

function monochromeIcon(color: string): string {
  const rows = bars.map(({ y, width }) => `<rect x="2" y="${y}" width="${width}" height="3" rx="1"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="${color}">${rows}</svg>\n`;
}

/** The icon of the package: the logo in colour on a dark tile, drawn with four samples a pixel for smooth edges. */
function tilePng(size: number): Buffer {
  const samples = 4;
  const pixels = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0, 0];
      for (let s = 0; s < samples * samples; s++) {
        const u = ((x + ((s % samples) + 0.5) / samples) / size) * 28 - 2;
        const v = ((y + (Math.floor(s / samples) + 0.5) / samples) / size) * 28 - 2;
        colorAt(u, v).forEach((value, channel) => (sum[channel] += value));
      }
      const alpha = sum[3] / (samples * samples);
      const at = y * (size * 4 + 1) + 1 + x * 4;
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = sum[3] ? Math.round((sum[channel] / sum[3]) * 1) : 0;
      pixels[at + 3] = Math.round(alpha * 255);
    }
  }
  return encodePng(pixels, size);
}

/** Colour (premultiplied by its alpha of 0 or 1) of a point of the tile, in the 24-unit space of the logo. */
function colorAt(u: number, v: number): number[] {
  if (!insideRounded(u, v, -1.6, -1.6, 27.2, 27.2, 5)) return [0, 0, 0, 0];
  const bar = bars.find(({ y, width }) => insideRounded(u, v, 2, y, width, 3, 1.5));
  return [...channels(bar ? darkRamp[bar.level - 1] : '#1b1124'), 1];
}

function insideRounded(
  u: number,
  v: number,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): boolean {
  const dx = Math.max(x + radius - u, u - (x + width - radius), 0);
  const dy = Math.max(y + radius - v, v - (y + height - radius), 0);
  return dx * dx + dy * dy <= radius * radius;
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** A PNG of 8-bit RGBA rows, each with a filter byte before it (https://www.w3.org/TR/png/). */
function encodePng(rows: Buffer, size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

function crc32(data: Buffer): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function writeImages(): void {
  mkdirSync(join(root, 'media', 'gutter'), { recursive: true });
  const write = (name: string, content: string | Buffer): void => writeFileSync(join(root, 'media', name), content);
  for (const level of allHeatLevels) {
    write(`gutter/heat-${level}-dark.svg`, gutterIcon(darkRamp[level - 1], '#ffffff66', level));
    write(`gutter/heat-${level}-light.svg`, gutterIcon(lightRamp[level - 1], '#00000066', level));
  }
  write('gutter/heat-stale-dark.svg', staleIcon('#8a8a8a'));
  write('gutter/heat-stale-light.svg', staleIcon('#717171'));
  write('gutter/heat-few-dark.svg', fewIcon('#8a8a8a'));
  write('gutter/heat-few-light.svg', fewIcon('#717171'));
  write('gutter/heat-caller-dark.svg', callerIcon('#8a8a8a'));
  write('gutter/heat-caller-light.svg', callerIcon('#717171'));
  write('gutter/heat-blocked-dark.svg', blockedIcon('#7aa2e8'));
  write('gutter/heat-blocked-light.svg', blockedIcon('#3b6fc4'));
  for (const [name, id] of [
    ['slower', colors.slowerText],
    ['faster', colors.fasterText],
  ] as const) {
    const { dark = '', light = '' } = defaultColors().get(id) ?? {};
    write(`gutter/change-${name}-dark.svg`, changeIcon(dark, name === 'slower'));
    write(`gutter/change-${name}-light.svg`, changeIcon(light, name === 'slower'));
  }
  write('flame-dark.svg', monochromeIcon('#c5c5c5'));
  write('activity.svg', monochromeIcon('currentColor'));
  write('flame-light.svg', monochromeIcon('#424242'));
  write('icon.png', tilePng(128));
}

function writeColors(): void {
  const file = join(root, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { contributes: { colors: unknown } };
  manifest.contributes.colors = [...defaultColors()].map(([id, defaults]) => ({
    id,
    description: `%color.${id.replace('heatline.', '').replace(/\d/, '')}%`,
    defaults,
  }));
  writeFileSync(file, JSON.stringify(manifest, undefined, 2) + '\n');
}

writeImages();
writeColors();
