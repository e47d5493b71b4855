import { relative } from 'node:path';
import { type Analysis, Category } from '../core/index.ts';
import type { SourceText } from './source-text.ts';
import type { Painter } from './style.ts';
import { neutralise } from './text.ts';

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
  readonly source: SourceText;
}

/** Whether a row of the function table is shown without `--all`. */
export function isOwn(analysis: Analysis, row: number): boolean {
  return row >= 0 && analysis.functions.category[row] === Category.own;
}

/** A source as the report shows it: relative to the working directory when inside of it. */
export function labelOf(analysis: Pick<Analysis, 'sources'>, source: number, cwd: string): string {
  return source < 0 ? '' : neutralise(shortPath(analysis.sources[source], cwd));
}

/** A source's path, relative to a folder when inside of it. */
export function shortPath({ path, isFile }: Analysis['sources'][number], cwd: string): string {
  const short = isFile ? relative(cwd, path) : '';
  return short === '' || short.startsWith('..') ? path : short;
}

/** A share from 0 to 1 as `31.2 %`. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Microseconds as `0.4 ms`, `312 ms`, `2.41 s`. */
export function time(microseconds: number): string {
  const ms = microseconds / 1000;
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`;
}

/** Rows of a table by a column, the most first; those without any are left out. */
export function sortRows(values: ArrayLike<number>, keep: (row: number) => boolean): number[] {
  const rows = Array.from({ length: values.length }, (_, row) => row);
  return rows.filter((row) => values[row] > 0 && keep(row)).sort((a, b) => values[b] - values[a]);
}
