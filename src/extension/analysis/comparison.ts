import type { Analysis, Microseconds, RecordingFacts } from '../../core/index.ts';

/** What is remembered of the run before, to tell by how much the next one is faster. */
export type Baseline = Pick<Analysis, 'sources' | 'lines' | 'functions' | 'quality' | 'facts'>;

/** Active time before and now. */
export interface ActiveChange {
  readonly before: Microseconds;
  readonly after: Microseconds;
}

/**
 * Whether the figures of two runs can be held against each other: the same program with the same arguments, measured
 * on the same runtime by the same sampler on the same clock.
 */
export function isComparable(before: Baseline, after: Baseline): boolean {
  const [a, b] = [before.facts, after.facts];
  return (
    a.program !== undefined &&
    a.program === b.program &&
    a.runtimeVersion === b.runtimeVersion &&
    before.quality.sampler === after.quality.sampler &&
    before.quality.clock === after.quality.clock &&
    JSON.stringify(a.args ?? []) === JSON.stringify(b.args ?? [])
  );
}

/** Active time of two runs that both did all of their work; undefined when one was ended before. */
export function activeChange(before: Baseline | undefined, after: Baseline): ActiveChange | undefined {
  if (!before || !ranToItsEnd(before.facts) || !ranToItsEnd(after.facts)) return undefined;
  const change = { before: before.quality.activeTime, after: after.quality.activeTime };
  return change.before > 0 && change.after > 0 ? change : undefined;
}

/** Only then is its time that of the work. */
export function ranToItsEnd({ ending }: Pick<RecordingFacts, 'ending'>): boolean {
  return ending?.kind === 'exit' && ending.code === 0 && ending.error === undefined;
}

/** The function of the run before that is the same: by its name, in the same file. -1 for none, or more than one. */
export function sameFunction(before: Baseline, after: Baseline, row: number): number {
  const source = sameSource(before, after, after.functions.source[row]);
  const name = after.functions.name[row];
  if (source < 0 || name === '') return -1;
  const found = before.functions.name.flatMap((known, at) =>
    known === name && before.functions.source[at] === source ? [at] : [],
  );
  const now = after.functions.name.filter(
    (known, at) => known === name && after.functions.source[at] === after.functions.source[row],
  );
  return found.length === 1 && now.length === 1 ? found[0] : -1;
}

/** The source of the run before with the same path, or -1. */
export function sameSource(before: Baseline, after: Baseline, source: number): number {
  const path = after.sources[source]?.path;
  return path === undefined ? -1 : before.sources.findIndex((known) => known.path === path);
}

/** The row of a source's line (1-based), or -1 where it had no time. */
export function rowOfLine({ lines }: Baseline, source: number, line: number): number {
  for (let row = 0; row < lines.line.length; row++)
    if (lines.line[row] === line && lines.source[row] === source) return row;
  return -1;
}
