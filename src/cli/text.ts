import { styleText } from 'node:util';

// Text for a terminal: what a profile holds (names, paths, source lines) is foreign, and may be wide, long or hostile.

// Control characters (terminal escapes begin with one) and the marks that turn the direction of writing around.
const unsafe = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** No row shows more of a text, which may be megabytes: its beginning and its end. */
const longest = 4000;

/**
 * Foreign text made harmless for a terminal and for one row of it: tabs become a space, other control characters `·`,
 * and of what no row could show the middle is left out.
 */
export function neutralise(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest / 2)}…${text.slice(-longest / 2)}` : text;
  return short.replace(/[\t\n\r]+/g, ' ').replace(unsafe, '·');
}

const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|[\u{1B000}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Columns that a text takes in a terminal: two for East Asian wide characters and emoji. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment);
  return width;
}

function widthOf(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}]+$/u.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

/** Columns that the widest of the texts takes; there may be any number of them. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0);

/** At most `width` columns, with `…` for what is cut off at the end. */
export function truncateEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width <= 0) return '';
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    const next = widthOf(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…`;
}

/** At most `width` columns, with `…` for what is cut off at the beginning: a path's end says more. */
export function truncateStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width <= 0) return '';
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  let used = 0;
  let from = graphemes.length;
  while (from > 0 && used + widthOf(graphemes[from - 1]) <= width - 1) used += widthOf(graphemes[--from]);
  return `…${graphemes.slice(from).join('')}`;
}

/** The text with spaces behind it, so that it takes so many columns. */
export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));
/** The text with spaces before it, so that it takes so many columns. */
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text))) + text;

/** The text broken between words into rows of at most `width` columns; a word that is longer has a row of its own. */
export function wrap(text: string, width: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${rows.at(-1) ?? ''} ${word}`;
    if (rows.length > 0 && displayWidth(longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';
/** Colours a text, or leaves it alone where there are no colours. */
export type Painter = (style: Style, text: string) => string;

/** Whether a stream gets colours: NO_COLOR and FORCE_COLOR decide, else whether it is a terminal. */
export function wantsColor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

// Newer Nodes would look at stdout themselves; the decision is made already.
const paint = styleText as (style: Style, text: string, options: { validateStream: boolean }) => string;

export function painter(color: boolean): Painter {
  return color ? (style, text) => paint(style, text, { validateStream: false }) : (_, text) => text;
}
