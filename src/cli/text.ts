import { styleText } from 'node:util';
import stringWidth from 'string-width';

// Text for a terminal: what a profile holds (names, paths, source lines) is foreign, and may be wide, long or hostile.

export { neutralise } from '../present/neutralise.ts';

/** Columns that a text takes in a terminal: two for East Asian wide characters and emoji. */
export const displayWidth = (text: string): number => stringWidth(text);

/** Columns that the widest of the texts takes; there may be any number of them. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As many of the text's characters, as a reader counts them, as fit into `width` columns. `from`: the side that is kept. */
function cut(text: string, width: number, from: 'start' | 'end'): string {
  const graphemes = Array.from(segmenter.segment(text), ({ segment }) => segment);
  if (from === 'end') graphemes.reverse();
  let used = 0;
  const kept = graphemes.slice(
    0,
    graphemes.findIndex((grapheme) => (used += displayWidth(grapheme)) > width),
  );
  return (from === 'end' ? kept.reverse() : kept).join('');
}

/** At most `width` columns, with `…` for what is cut off at the end. */
export function truncateEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width > 0 ? `${cut(text, width - 1, 'start')}…` : '';
}

/** At most `width` columns, with `…` for what is cut off at the beginning: a path's end says more. */
export function truncateStart(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width > 0 ? `…${cut(text, width - 1, 'end')}` : '';
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
