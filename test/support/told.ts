import type { Analysis, Profile } from '../../src/core/index.ts';

/** The codes of diagnostics, in their order. */
export const codesOf = (diagnostics: readonly { readonly code?: string }[]): readonly (string | undefined)[] =>
  diagnostics.map(({ code }) => code);

/** The function on top of each sample. */
export const topsOf = ({ samples, tree, frames }: Profile): string[] =>
  Array.from(samples.node, (node) => frames.name[tree.frame[node]]);

/** The kind of the frame on top of each sample. */
export const kindsOf = ({ samples, tree, frames }: Profile): number[] =>
  Array.from(samples.node, (node) => frames.kind[tree.frame[node]]);

/** The nodes from the outermost call to a node, without the root. */
export function pathOf({ tree }: Profile, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at > 0; at = tree.parent[at]) path.unshift(at);
  return path;
}

/** The functions on the stack of each sample, the outermost first. */
export const stacksOf = (profile: Profile): string[][] =>
  Array.from(profile.samples.node, (leaf) =>
    pathOf(profile, leaf).map((node) => profile.frames.name[profile.tree.frame[node]]),
  );

/** The lines of positions; 0 where there is none. */
export const linesAt = ({ positions }: Profile, rows: Iterable<number> = []): number[] =>
  Array.from(rows, (row) => (row < 0 ? 0 : positions.line[row]));

/** Something of each row of the line table, by `f:3` for line 3 of `/app/f.js`. */
export function byLine<T>({ lines, sources }: Analysis, value: (row: number) => T): Record<string, T> {
  const nameOf = (source: number): string => sources[source].path.slice('/app/'.length, -'.js'.length);
  return Object.fromEntries(
    Array.from(lines.line, (line, row) => [`${nameOf(lines.source[row])}:${line}`, value(row)]),
  );
}

/** The same analysis with times of builtins: each with its line's row, in microseconds, and maybe the function below. */
export function withBuiltins(
  analysis: Analysis,
  parts: readonly (readonly [name: string, row: number, time: number, within?: number])[],
): Analysis {
  const names = [...new Set(parts.map(([name]) => name))];
  const builtins = {
    names,
    lineRow: Int32Array.from(parts, ([, row]) => row),
    builtin: Int32Array.from(parts, ([name]) => names.indexOf(name)),
    within: Int32Array.from(parts, ([, , , within = -1]) => within),
    selfTime: Float64Array.from(parts, ([, , time]) => time),
  };
  return { ...analysis, lines: { ...analysis.lines, builtins } };
}

/** Some columns of each row, in words: `1 main main.js`. */
export const wordsOf = <T>(rows: readonly T[] = [], ...columns: readonly (keyof T)[]): string[] =>
  rows.map((row) => columns.map((column) => String(row[column])).join(' '));
