import assert from 'node:assert/strict';
import path from 'node:path';
import type { Analysis } from '../../src/core/index.ts';
import { fewest } from './chance.ts';

/** How many samples have the first function of this name on their stacks. */
export const samplesOf = ({ functions }: Analysis, name: string): number =>
  functions.totalSamples[functions.name.indexOf(name)] ?? 0;

/** Self time of the first function of this name, in microseconds. */
export const selfTimeOf = ({ functions }: Analysis, name: string): number =>
  functions.selfTime[functions.name.indexOf(name)] ?? 0;

/** The row of a line of a file; -1 where it has no time. */
export const rowOf = ({ lines, sources }: Analysis, file: string, line: number): number =>
  lines.line.findIndex((at, row) => at === line && sources[lines.source[row]]?.path.endsWith(file));

/** Rows of the lines of a file, those with the most samples of their own first; without a file, of all lines. */
export function linesOf({ lines, sources }: Pick<Analysis, 'lines' | 'sources'>, file?: string): readonly number[] {
  const rows = [...lines.line.keys()];
  const own = rows.filter((row) => file === undefined || sources[lines.source[row]]?.path.endsWith(file));
  return own.sort((a, b) => lines.selfSamples[b] - lines.selfSamples[a]);
}

/** Fails unless the line with the most samples of a file has at least this part of all that its lines have, but for chance. */
export function assertOnOneLine(analysis: Analysis, file: string, part: number): void {
  const samples = linesOf(analysis, file).map((row) => analysis.lines.selfSamples[row]);
  const all = samples.reduce((sum, count) => sum + count, 0);
  assert.ok(samples[0] >= fewest(all, part), samples.join());
}

/** `file.js:4`: the line with the most samples of its own. */
export function hottestLine(analysis: Analysis, file?: string): string {
  const { lines, sources } = analysis;
  const [row] = linesOf(analysis, file);
  return row === undefined ? 'none' : `${path.basename(sources[lines.source[row]].path)}:${lines.line[row]}`;
}
