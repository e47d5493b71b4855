import { activeRuns } from '../decode/active-runs.ts';
import type { MapAnswers } from '../decode/ask-map.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { Answers, Queries, Run } from '../decode/queries.ts';

/** One place in the originals of a map that a generated position may stand for. */
export interface Candidate {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly name?: string;
}

/** Candidates of all rows, one after the other: row i has those from `start[i]` to `start[i + 1]`. */
export interface Candidates {
  readonly flat: readonly Candidate[];
  readonly start: Int32Array;
}

/** What the rows of an answer may stand for: the originals of a whole line, or the one of a column. */
export function collectCandidates(
  loaded: LoadedMap,
  { answers }: MapAnswers,
  queries: Queries,
  rows: ArrayLike<number>,
): Candidates {
  const flat: Candidate[] = [];
  const start = new Int32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    start[i] = flat.length;
    if (queries.column[row] < 0) {
      const first = answers.runStart[row];
      const runs = answers.runs.slice(first, first + answers.runCount[row]);
      for (const run of distinct(withoutInert(runs, () => loaded.text()?.line(queries.line[row])))) flat.push(run);
    } else if (answers.source[row] >= 0) {
      const name = nameAt(loaded, answers, queries, row);
      flat.push({
        source: answers.source[row],
        line: answers.line[row],
        column: answers.column[row],
        ...(name !== undefined && { name }),
      });
    }
  }
  start[rows.length] = flat.length;
  return { flat, start };
}

function nameAt(loaded: LoadedMap, answers: Answers, queries: Queries, row: number): string | undefined {
  const isThere = answers.name[row] >= 0 && answers.segment[row] === queries.column[row];
  return isThere ? loaded.data.names.at(answers.name[row]) : undefined;
}

function distinct(runs: readonly Run[]): readonly Run[] {
  const seen = new Map<string, Run>();
  for (const run of runs) {
    const key = `${run.source}:${run.line}:${run.column}`;
    if (run.source >= 0 && !seen.has(key)) seen.set(key, run);
  }
  return [...seen.values()];
}

/** Leaves out segments that only cover characters which no time can be spent on, if several originals compete. */
function withoutInert(runs: readonly Run[], textOf: () => string | undefined): readonly Run[] {
  const first = runs.find((run) => run.source >= 0);
  if (
    first === undefined ||
    runs.every((run) => run.source < 0 || (run.source === first.source && run.line === first.line))
  )
    return runs;
  const text = textOf();
  return text === undefined ? runs : activeRuns(runs, text);
}
