import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Analysis } from '../../src/core/index.ts';
import { readMarks } from './marked-lines.ts';

/** Rows of `lines` that are the marked lines of a program of this folder (`waits/main.cjs`), -1 for one without time. */
export async function rowsOfMarks(
  program: string,
  { lines, sources }: Analysis,
  names: readonly string[],
): Promise<number[]> {
  const marks = readMarks(await readFile(path.join(import.meta.dirname, program), 'utf8'));
  return names.map((name) =>
    lines.line.findIndex(
      (line, at) => line === marks.get(name) && sources[lines.source[at]].path.endsWith(`/${program}`),
    ),
  );
}

/** The greatest difference between what one is said to have of all and what it has, in percentage points. */
export function greatestError(said: readonly number[], truth: readonly number[]): number {
  const [told, is] = [sum(said), sum(truth)];
  return Math.max(...said.map((time, i) => 100 * Math.abs(time / told - truth[i] / is)));
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Samples that were not taken, of all. */
export function lostShareOf({ quality: { lostSamples: lost = 0, activeSamples } }: Analysis): number {
  return lost / Math.max(1, lost + activeSamples);
}
