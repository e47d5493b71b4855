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

/**
 * The segments of a generated line on which time can be spent at all, for lines with several originals. V8 gives
 * positions to expressions, statements, calls (their name or parenthesis), function entries (the parameters'
 * parenthesis) and a function's closing brace. Never to white space, comments, `;`, `,`, `)`, `]`, `else`, nor to the
 * parameters of a function that are plain names. What may carry a position stays, so that one original left is proof.
 */
export function activeRuns(runs: readonly Run[], text: string): readonly Run[] {
  const header = parameterListOf(text);
  const active = runs.filter((run, i) => {
    const start = run.generatedColumn;
    const end = Math.max(start, runs[i + 1]?.generatedColumn ?? text.length);
    if (header !== undefined) return start <= header && header < end;
    return !isInert(text.slice(start, end), text.slice(end));
  });
  return active.length > 0 ? active : runs;
}

/** A comment that begins in a segment also covers what follows of it; one that ends there began before. */
const COMMENT = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|^\s*\*\/|\/\/.*$/g;
const NO_POSITION = /^[\s;,)\]]*(?:else\s*)?$/;

function isInert(text: string, rest: string): boolean {
  const code = text.replace(COMMENT, '');
  if (NO_POSITION.test(code)) return true;
  // The brace before `else` closes a block, not a function.
  return /^\s*\}\s*$/.test(code) && /^(?:else|catch|finally)\b/.test(rest.trimStart());
}

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const PARAMETERS = String.raw`\((?:\s*${NAME}\s*(?:,\s*${NAME}\s*)*,?)?\s*\)`;
const FUNCTION = new RegExp(
  String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*(?:${NAME})?\s*(?=${PARAMETERS}\s*\{\s*$)`,
  'u',
);
const METHOD = new RegExp(
  String.raw`^\s*(?:(?:static|async|get|set|\*)\s*)*#?(?!(?:if|for|while|switch|with|catch|function|return|typeof|await|yield)\b)${NAME}\s*(?=${PARAMETERS}\s*\{\s*$)`,
  'u',
);

/** The column of the parameters' parenthesis where a line is nothing but a function's head with plain names. */
function parameterListOf(text: string): number | undefined {
  if (text.length > 1000) return undefined;
  const head = FUNCTION.exec(text) ?? METHOD.exec(text);
  return head === null ? undefined : head[0].length;
}
