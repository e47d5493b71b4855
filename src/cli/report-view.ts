import { relative } from 'node:path';
import { type Analysis, shortUrl, type Source } from '../core/index.ts';
import { placeLabel } from '../present/names.ts';
import { formatCount } from '../present/quantities.ts';
import { displayWidth, neutralise, padEnd, type Painter, truncateEnd, truncateStart, widest, wrap } from './text.ts';
import { readSource } from '../analysis/read-source.ts';
import { splitLines } from '../compare/index.ts';

/** How a report is to look. */
export interface ReportView {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Painter;
  /** Rows of each table. */
  readonly top: number;
  /** Dependencies and Node's own code too. */
  readonly all: boolean;
  /** Paths are shown relative to it. */
  readonly cwd: string;
  /** A line of a source (1-based) as it was profiled; undefined where its text is not at hand or has changed since. */
  readonly lineOf: (source: Source, line: number) => string | undefined;
}

/** The first row of a table: what it is called, and what its columns are. */
export const heading = ({ paint }: Pick<ReportView, 'paint'>, title: string, about: string): string =>
  `${paint('bold', title)}${paint('dim', `  ${about}`)}`;

/** A source's path as the command line names it: relative to a folder when inside of it. */
export function shortPath({ path, isFile }: Pick<Source, 'path' | 'isFile'>, cwd: string): string {
  const short = isFile ? relative(cwd, path) : '';
  return short === '' || short.startsWith('..') ? shortUrl(path) : short;
}

/** A line of a source, harmless for the terminal: `src/app.ts:12`; empty where the source is unknown. */
export function placeOf({ sources }: Pick<Analysis, 'sources'>, source: number, line: number, cwd: string): string {
  return source < 0 ? '' : neutralise(placeLabel(shortPath(sources[source], cwd), line));
}

/** A column of names, each as wide as the widest that leaves room for the others. */
export function nameColumn(names: readonly string[], view: Pick<ReportView, 'width'>, truncate = truncateEnd) {
  const width = Math.min(widest(names), Math.max(16, Math.floor(view.width * 0.35)));
  return names.map((name) => padEnd(truncate(name, width), width));
}

/** The row of a table with a place at its end, as much of it as there is room for: of a place the end matters most. */
export function withPlace(
  row: string,
  place: string,
  view: Pick<ReportView, 'width' | 'paint'>,
  truncate = truncateStart,
): string {
  const left = view.width - displayWidth(row) - 2;
  return left < 8 || !place ? row.trimEnd() : `${row}  ${view.paint('dim', truncate(place, left))}`;
}

/** A paragraph below a heading, wrapped; its first row is indented less than the others. */
export const paragraph = (text: string, { width }: Pick<ReportView, 'width'>): string[] =>
  wrap(text, Math.max(width, 40) - 4).map((row, i) => `${i > 0 ? '    ' : '  '}${row}`);

/** A smaller part of the whole is worth a row only where it is the program's own. */
export const NOTABLE_PART = 0.005;

/** Says how many rows a table leaves out; nothing when it has them all. `thing`: what they are, in the singular. */
export function moreNote(rows: number, view: Pick<ReportView, 'top' | 'paint'>, thing: string): string[] {
  const more = rows - view.top;
  if (more <= 0) return [];
  const next = Math.min(rows, view.top * 4);
  return [view.paint('dim', `  … ${formatCount(more)} more ${thing}${more === 1 ? '' : 's'} (--top ${next})`)];
}

/** Lines of sources (1-based), each source asked for once; from disk, a file that is not what was profiled is unknown. */
export function sourceLines(textOf: (source: Source) => string | undefined = readSource): ReportView['lineOf'] {
  const texts = new Map<Source, readonly string[]>();
  return (source, line) => {
    const text = texts.has(source) ? undefined : textOf(source);
    if (!texts.has(source)) texts.set(source, text === undefined ? [] : splitLines(text));
    return texts.get(source)?.[line - 1];
  };
}
