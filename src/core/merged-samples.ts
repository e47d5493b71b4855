import { lastAtOrBelow } from './last-at-or-below.ts';
import type { SampleQuality } from './analysis.ts';
import type { Lane, MergedRows, SampleTable } from './profile.ts';
import type { Microseconds, SampleIndex } from './units.ts';

/** How many samples the rows from one to before another stand for; undefined where each is one sample. */
export function countsIn({ merged }: Pick<SampleTable, 'merged'>, from: number, to: number): Uint32Array | undefined {
  if (merged === undefined || from >= merged.count.length) return undefined;
  const counts = new Uint32Array(to - from).fill(1);
  counts.set(merged.count.subarray(from, to));
  return counts;
}

/** How many samples all rows stand for. */
export function sampleCount({ node, merged }: Pick<SampleTable, 'node' | 'merged'>): number {
  let count = node.length;
  for (const samples of merged?.count ?? []) count += samples - 1;
  return count;
}

/**
 * From when on the order of samples is known of all lanes, since the first sample of any, and the longest time within which it
 * is not known before that. Nothing where it is known of all.
 */
export function knownOrder(
  lanes: readonly Pick<Lane, 'samples' | 'offset'>[],
): Pick<SampleQuality, 'orderFrom' | 'coarsestSpan'> {
  const zero = Math.min(...lanes.map(({ samples: { start }, offset }) => start[0] + offset));
  let [orderFrom, coarsestSpan] = [0, 0];
  for (const { samples, offset } of lanes) {
    const { start, merged } = samples;
    if (merged === undefined) continue;
    orderFrom = Math.max(orderFrom, start[merged.count.length] + offset - zero);
    for (let i = 0; i + 1 < merged.spans.length; i++)
      coarsestSpan = Math.max(coarsestSpan, start[merged.spans[i + 1]] - start[merged.spans[i]]);
  }
  return orderFrom > 0 ? { orderFrom, coarsestSpan } : {};
}

/** The rows from one to before another, as views of the table's own columns. */
export function rowsOf(samples: SampleTable, first: number, end: number): SampleTable {
  const { node, start, cpu, blocked, position, merged } = samples;
  return {
    ...samples,
    node: node.subarray(first, end),
    start: start.subarray(first, end + 1),
    ...(cpu && { cpu: cpu.subarray(first, end) }),
    ...(blocked && { blocked: blocked.subarray(first, end) }),
    ...(position && { position: position.subarray(first, end) }),
    merged: cutMerged(merged, first, end),
  };
}

/** The merged rows from one row of the table to before another; undefined where none is among them. */
function cutMerged(merged: MergedRows | undefined, first: number, end: number): MergedRows | undefined {
  if (merged === undefined || first >= merged.count.length || end <= first) return undefined;
  const count = merged.count.slice(first, end);
  const inside = merged.spans.filter((row) => row > first && row < first + count.length);
  return { count, spans: Int32Array.from([0, ...inside.map((row) => row - first), count.length]) };
}

/**
 * The samples with a span that a time falls into as two, before and after it: each row has its part in either, since when
 * in the span its samples were taken is not known. All sums stay. The same samples where the time falls into none.
 */
export function splitSpanAt(samples: SampleTable, time: Microseconds): SampleTable {
  const { node, start, cpu, blocked, position, merged } = samples;
  if (merged === undefined || !(time > start[0] && time < start[merged.count.length])) return samples;
  const row = lastAtOrBelow(start, time, 0, merged.count.length);
  const span = lastAtOrBelow(merged.spans, row, 0, merged.spans.length - 1);
  const [first, end] = [merged.spans[span], merged.spans[span + 1]];
  if (time === start[first] || end - first < 2) return samples;
  const part = (time - start[first]) / (start[end] - start[first]);
  const rows = end - first;
  /** The rows of the span twice: their first parts, then what is left. */
  const twice = <T extends Float64Array | Int32Array | Uint32Array>(
    column: T,
    firstPart: (value: number) => number,
    rest: (value: number, first: number) => number,
  ): T => {
    const result = new (column.constructor as new (length: number) => T)(column.length + rows);
    result.set(column.subarray(0, end));
    result.set(column.subarray(end), end + rows);
    for (let i = first; i < end; i++) {
      result[i] = firstPart(column[i]);
      result[i + rows] = rest(column[i], result[i]);
    }
    return result;
  };
  const partOf = (value: number): number => value * part;
  const rest = (value: number, before: number): number => value - before;
  const same = (value: number): number => value;
  let left = 0;
  /** A whole number: what is rounded off of one row is added to the next. */
  const countOf = (value: number): number => {
    const wanted = left + value * part;
    const count = Math.min(value, Math.max(0, Math.round(wanted)));
    left = wanted - count;
    return count;
  };
  const starts = twice(
    start,
    (at) => start[first] + (at - start[first]) * part,
    (at) => time + (at - start[first]) * (1 - part),
  );
  return {
    ...samples,
    node: twice(node, same, same),
    start: starts,
    ...(cpu && { cpu: twice(cpu, partOf, rest) }),
    ...(blocked && { blocked: twice(blocked, partOf, rest) }),
    ...(position && { position: twice(position, same, same) }),
    merged: {
      count: twice(merged.count, countOf, rest),
      spans: Int32Array.from([
        ...merged.spans.subarray(0, span + 1),
        end,
        ...merged.spans.subarray(span + 1).map((at) => at + rows),
      ]),
    },
  };
}

/** Merged rows of pieces of samples that are put behind each other. */
export class MergedJoin {
  readonly #count: Uint32Array;
  readonly #spans: number[] = [];
  #rows = 0;

  /** `most`: rows of all pieces. */
  constructor(most: number) {
    this.#count = new Uint32Array(most).fill(1);
  }

  /** A row that is no sample of a piece. */
  addSingle(row: SampleIndex): void {
    this.#spans.push(row);
  }

  /** Those of a piece, whose first rows are left out; the others begin at a row of the whole. */
  add(merged: MergedRows | undefined, leftOut: number, row: SampleIndex): void {
    if (merged === undefined) return;
    this.#count.set(merged.count.subarray(leftOut), row);
    for (const span of merged.spans.subarray(0, -1)) if (span >= leftOut) this.#spans.push(row + span - leftOut);
    this.#rows = row + merged.count.length - leftOut;
  }

  finish(): MergedRows | undefined {
    const rows = this.#rows;
    if (rows === 0) return undefined;
    const spans = this.#spans.filter((row) => row < rows);
    return { count: this.#count.slice(0, rows), spans: Int32Array.from([...spans, rows]) };
  }
}
