import { codeSpan } from '../../present/markdown.ts';
import { neutralise, truncateEnd } from '../text.ts';

// What an agent reads it may take for an instruction. So foreign text (names, source, what a program printed) is quoted and short.

/** What no reader sees, and a model does: formatting characters, Unicode's tags, private use, variation selectors. */
const invisible = /[\p{Cf}\p{Co}\p{Cs}\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;

/** Foreign text on one row, of at most so many columns; characters that cannot be seen are `·`. */
export const visible = (text: string, most: number): string =>
  truncateEnd(neutralise(text).replace(invisible, '·').trim(), most);

/** The same as a code span, which marks it as data. */
export const quote = (text: string, most = 60): string => codeSpan(visible(text, most));

/**
 * How many tokens does a text take? More than today's tokenizers need for tables of figures, names and code (measured: docs/agents.md).
 */
export function estimateTokens(text: string): number {
  const pieces = text.match(/[A-Za-z]{1,5}|\d{1,3}|\s+|[^\sA-Za-z\d]/gu) ?? [];
  return pieces.filter((piece) => piece !== ' ').length;
}

/** Rows of a page, as far as there is room. */
export const MOST_ROWS = 20;
/** Tokens of a page, and columns of a foreign text below which there are fewer rows instead. */
const [MOST_TOKENS, NARROWEST] = [820, 16];

/**
 * Rows from `skip` on, as many as there is room for; empty where there are none. `write`: rows of text for items, with so many columns
 * for foreign texts.
 */
export function writePage<Item>(
  items: readonly Item[],
  skip: number,
  write: (items: readonly Item[], width: number) => readonly string[],
): string {
  let shown = items.slice(skip, skip + MOST_ROWS);
  if (shown.length === 0) return '';
  const fits = (width: number): boolean => estimateTokens(write(shown, width).join('\n')) <= MOST_TOKENS;
  const width = [100, 70, 50, 35, 24].find(fits) ?? NARROWEST;
  while (shown.length > 1 && !fits(width)) shown = shown.slice(0, -1);
  const left = items.length - skip - shown.length;
  const more = left > 0 ? [`${left} more: ask again with "skip": ${skip + shown.length}.`] : [];
  return [...write(shown, width), ...more].join('\n');
}
