import * as v from 'valibot';
import { LONGEST_RECORDING } from '../../core/index.ts';
import { thinnedSchema } from '../../recording/thinned.ts';
import type { SavedHistory } from '../unfinished/sample-history.ts';

/**
 * A line of a log that stands in place of the lines before it: what they said of code, as it is by then, and sums of their ticks.
 * V8 does not write it: the recorder puts it, as JSON behind this name, where it thins a long log.
 */
export const STATE_LINE = 'heatline-sums';

/** What stands on such a line makes no sense; the message says what. */
export class LogStateError extends Error {}

const integers = v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.readonly());
const times = v.pipe(v.array(v.pipe(v.number(), v.finite())), v.readonly());
const texts = v.pipe(v.array(v.string()), v.readonly());
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const time = v.pipe(v.number(), v.finite(), v.minValue(0));

const scriptSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  url: v.string(),
  /** As it stands in the log, where that has the texts of scripts. */
  text: v.optional(v.string()),
  /** Three numbers for each function that V8 placed: character, line (1-based), column (0-based). */
  printed: integers,
});

/** Functions are numbered in the order of their labels; -1 is none. */
const codeSchema = v.object({
  labels: texts,
  /** For each function: the number of its script, its first character, and the row of its frame. */
  functions: integers,
  /** Addresses of V8's descriptions of functions, and the functions: two numbers each. */
  described: integers,
  /** Each piece of code: address, size, function, flags (`CodeFlag`), and its row in `sources`, -1 for none. */
  pieces: integers,
  /** Name under which a piece is shown and name of the builtin; null for none. */
  names: v.pipe(v.array(v.pipe(v.tuple([v.nullable(v.string()), v.nullable(v.string())]), v.readonly())), v.readonly()),
  /** `code-source-info`: script, positions, inlinings, functions that were inlined. */
  sources: v.pipe(
    v.array(v.pipe(v.tuple([v.pipe(v.number(), v.safeInteger()), v.string(), v.string(), integers]), v.readonly())),
    v.readonly(),
  ),
  /** Where pieces of code were last seen spending time themselves: the piece, and frames as `Resolved` has them. */
  lastSelves: v.pipe(v.array(v.pipe(v.tuple([count, integers]), v.readonly())), v.readonly()),
  /** Start and end of libraries, and their names. */
  libraries: integers,
  libraryNames: texts,
  brokenTables: count,
});

const historySchema = v.object({
  ...thinnedSchema.pipe[0].entries,
  /** The row of ticks that each row stands for. */
  nodes: integers,
  startsUs: times,
  /** What tells rows of a span apart. */
  keys: integers,
  /** How many of the first rows are single samples. */
  heads: count,
  intervalUs: time,
  longestUs: time,
  owner: v.pipe(v.number(), v.safeInteger()),
  isAfterGap: v.boolean(),
});

const stateSchema = v.object({
  version: v.literal(1),
  /** The byte of V8's own file with which the lines begin that are not in here. */
  until: count,
  found: v.object({
    interval: v.optional(time),
    end: time,
    clockScriptAt: v.optional(time),
    reportedLost: count,
    truncatedStacks: count,
    lines: count,
    brokenLines: count,
    baselinePieces: v.optional(count),
  }),
  scripts: v.object({
    /** Those that have a row, in that order; then all others. */
    placed: v.pipe(v.array(scriptSchema), v.readonly()),
    others: v.pipe(v.array(scriptSchema), v.readonly()),
  }),
  frames: v.object({
    /** Script, line and place of each position. */
    positions: integers,
    keys: texts,
    names: texts,
    /** Position and kind of each frame. */
    frames: integers,
    topLevel: integers,
  }),
  code: codeSchema,
  tree: v.object({
    /** Parent, frame, call and tier of each node. */
    nodes: integers,
    /** Node, position, repair and builtin of each row of ticks. */
    rows: integers,
    callees: integers,
  }),
  builtins: texts,
  /** The last ticks, which keep their times: time, row, and whether it was idle. */
  ticks: integers,
  history: historySchema,
});

/** What a log said until a byte of it. */
export type LogState = Readonly<v.InferOutput<typeof stateSchema>>;
export type SavedScript = LogState['scripts']['placed'][number];

/** The state that stands on a line. Throws {@link LogStateError}. */
export function parseLogState(json: string): LogState {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    throw new LogStateError('its sums of older samples are no JSON');
  }
  const { success, output, issues } = v.safeParse(stateSchema, parsed);
  if (success) return output;
  throw new LogStateError(`its sums of older samples have no valid “${v.getDotPath(issues[0]) ?? 'value'}”`);
}

/** Throws {@link LogStateError} unless each of these numbers is at least `from` and less than `until`. */
export function checkRows(what: string, rows: Iterable<number>, from: number, until: number): void {
  for (const row of rows)
    if (!(row >= from && row < until)) throw new LogStateError(`its sums of older samples have no ${what} ${row}`);
}

/** Groups of `width` numbers each. Throws {@link LogStateError} where the last one is not whole. */
export function* groupsOf(numbers: readonly number[], width: number): Generator<readonly number[]> {
  if (numbers.length % width !== 0) throw new LogStateError('its sums of older samples are cut off');
  for (let i = 0; i < numbers.length; i += width) yield numbers.slice(i, i + width);
}

/** Throws {@link LogStateError} unless the columns of a history belong together. `rows`: of ticks. */
export function checkHistory(history: SavedHistory, rows: number): void {
  const { nodes, startsUs, counts, keys, heads, spans, cpuUs = nodes, blockedUs = nodes } = history;
  checkRows('row of ticks', nodes, 0, rows);
  const inSpans = spans.reduce((sum, some) => sum + some, 0);
  const lengths = [counts.length, keys.length, startsUs.length - 1, cpuUs.length, blockedUs.length, inSpans];
  if (!lengths.every((length) => length === nodes.length))
    throw new LogStateError('its sums of older samples have columns of different lengths');
  checkRows('single sample', [heads], 0, spans.length + 1);
  checkRows('time', startsUs, 0, LONGEST_RECORDING + 1);
  for (let i = 1; i < startsUs.length; i++)
    if (startsUs[i] < startsUs[i - 1]) throw new LogStateError('its sums of older samples are in no order');
}
