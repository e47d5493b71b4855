import type { MapAnswers } from '../decode/ask-map.ts';
import type { Answers, Queries, Run } from '../decode/queries.ts';
import type { LoadedMap } from '../find/loaded-map.ts';
import type { Original } from './originals.ts';

/** A place in an original of a map. */
export interface OriginalPlace {
  readonly original: Original;
  readonly line: number;
  readonly column: number;
  /** It stands for several columns of its line; `column` is the first. */
  readonly isWide?: boolean;
}

/** The place that a position with a column stands for. */
export function placeOfColumn(
  { source, line, column }: Answers,
  row: number,
  originalOf: (source: number) => Original | undefined,
): OriginalPlace | undefined {
  const original = originalOf(source[row]);
  return original && { original, line: line[row], column: column[row] };
}

/** The one original line that a generated line which was asked for as a whole stands for; undefined where it stands for several. */
export function placeOfLine(
  loaded: LoadedMap,
  { answers }: MapAnswers,
  queries: Queries,
  row: number,
  originalOf: (source: number) => Original | undefined,
): OriginalPlace | undefined {
  // Lines of too many originals to look at stay without a place.
  if (answers.overflow[row] !== 0) return undefined;
  const first = answers.runStart[row];
  const all = answers.runs.slice(first, first + answers.runCount[row]);
  const runs = withoutInert(all, () => loaded.text()?.line(queries.line[row])).filter(({ source }) => source >= 0);
  if (runs.length === 0) return undefined;
  const [{ source, line, column }] = runs;
  const original = originalOf(source);
  const isSame = (run: Run): boolean =>
    run.line === line && originalOf(run.source)?.source.path === original?.source.path;
  if (original === undefined || !runs.every(isSame)) return undefined;
  return { original, line, column, isWide: runs.some((run) => run.column !== column) };
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
