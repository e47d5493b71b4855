import { FrameKind, type Microseconds, type NodeIndex, type SampleRows } from '../../core/index.ts';
import type { WrittenHistory } from '../../recording/journal.ts';

/** So long at its beginning a recording keeps each sample: there it is told apart from what held the program. */
const HEAD: Microseconds = 2e6;
/** No span is shorter, and none is made longer without need. */
const SHORTEST_SPAN: Microseconds = 1e6;
/** With more rows, spans become longer: 40 bytes each. */
const MOST_ROWS = 1 << 18;
/** Samples that weigh so many intervals or more are not told apart. */
const MOST_INTERVALS = 2047;

/** What a row of a span holds samples of, in the order of the rows after one node. */
const Part = { own: 0, gc: 1, gap: 2, gcAfterGap: 3 } as const;

/** The samples of a span of time: a row for all of one node that are alike, by `key`. */
interface Span {
  readonly start: Microseconds;
  readonly key: Float64Array;
  readonly node: Int32Array;
  readonly count: Uint32Array;
  readonly wall: Float64Array;
  readonly cpu: Float64Array;
  readonly blocked: Float64Array;
}

/** A row that grows. */
interface Row {
  readonly key: number;
  readonly node: NodeIndex;
  count: number;
  wall: number;
  cpu: number;
  blocked: number;
}

/** What the samples were weighed with; the first ones decide it for all. */
export interface HistoryRules {
  /** Median time between two samples. */
  readonly interval: Microseconds;
  /** For how long a sample may stand. */
  readonly longest: Microseconds;
}

/**
 * The oldest samples of a long recording, of which only sums are kept: for each span of time how often and for how long each
 * node was on top. What follows from all samples stays as it was (self time, ticks of lines, kinds of time, collections by
 * who ran before them, gaps): only when in a span something was is forgotten. Spans are about as long as a fixed part of their
 * age, so that any length of recording takes a bounded number of rows.
 */
export class SampleHistory {
  /** The first samples, each a span of its own. */
  readonly #head: Row[] = [];
  #spans: Span[] = [];
  readonly #open = new Map<number, Row>();
  #openStart = NaN;
  #begin = NaN;
  #end = NaN;
  #rows = 0;
  /** The last sample that was neither a collection nor a gap; -1 where none was. */
  #owner: NodeIndex = -1;
  #isAfterGap = false;
  #hasCpu = true;
  #hasBlocked = true;

  /** `mostRows`: there are no more where spans can be made longer. */
  constructor(
    readonly rules: HistoryRules,
    private readonly kindOf: (node: NodeIndex) => FrameKind,
    private readonly mostRows = MOST_ROWS,
  ) {}

  /** How many rows it has by now. */
  get rows(): number {
    return this.#head.length + this.#rows + this.#open.size;
  }

  /** Adds weighed samples that follow those before; `start` has their end as its last row. */
  add({ node, start, cpu, blocked }: SampleRows<number>): void {
    if (Number.isNaN(this.#begin)) this.#begin = start[0];
    this.#hasCpu &&= cpu !== undefined;
    this.#hasBlocked &&= blocked !== undefined;
    for (let i = 0; i < node.length; i++) {
      const use = { wall: start[i + 1] - start[i], cpu: cpu?.[i] ?? 0, blocked: blocked?.[i] ?? 0 };
      const weight = cpu === undefined ? use.wall : use.cpu + use.blocked;
      const kind = this.kindOf(node[i]);
      const isOwn = kind !== FrameKind.gc && kind !== FrameKind.unsampled;
      // What follows a sample stays with it.
      if (isOwn) this.#closeWhereLong(start[i]);
      const key = this.#keyOf(node[i], kind, weight, use.cpu > use.blocked);
      this.#addTo(key, node[i], use, start[i], isOwn);
    }
    this.#end = start[node.length];
    this.#bound();
  }

  /** Takes over what another one has written, in place of its own. */
  restore({ nodes, startsUs, counts, spans, cpuUs, blockedUs }: WrittenHistory): void {
    this.#hasCpu = cpuUs !== undefined;
    this.#hasBlocked = blockedUs !== undefined;
    let row = 0;
    this.#spans = spans.map((rows): Span => {
      const of = (at: (row: number) => number): Float64Array =>
        Float64Array.from({ length: rows }, (_, i) => at(row + i));
      const span = {
        start: startsUs[row],
        key: new Float64Array(rows),
        node: Int32Array.from(of((at) => nodes[at])),
        count: Uint32Array.from(of((at) => counts[at])),
        wall: of((at) => startsUs[at + 1] - startsUs[at]),
        cpu: of((at) => cpuUs?.[at] ?? 0),
        blocked: of((at) => blockedUs?.[at] ?? 0),
      };
      row += rows;
      return span;
    });
    this.#rows = row;
    this.#end = startsUs[row];
  }

  /** All of it as it is now. */
  write(): WrittenHistory {
    const { head, spans } = this.#all();
    const column = (of: (span: Span) => ArrayLike<number>): number[] => spans.flatMap((span) => Array.from(of(span)));
    const startsUs: number[] = [];
    for (const { start, wall } of spans) {
      let at = start;
      for (const time of wall) {
        startsUs.push(Math.round(at));
        at += time;
      }
    }
    const fine = (of: (span: Span) => Float64Array): number[] =>
      column(of).map((time) => Math.round(time * 1000) / 1000);
    return {
      nodes: column(({ node }) => node),
      startsUs: [...startsUs, Math.round(this.#end)],
      counts: column(({ count }) => count),
      spans: [...this.#head.map(() => 1), ...spans.slice(head.length).map(({ node }) => node.length)],
      ...(this.#hasCpu && { cpuUs: fine(({ cpu }) => cpu) }),
      ...(this.#hasBlocked && { blockedUs: fine(({ blocked }) => blocked) }),
      longestUs: this.rules.longest,
    };
  }

  #all(): { readonly head: readonly Span[]; readonly spans: readonly Span[] } {
    const head = this.#head.length > 0 ? [toSpan(this.#head, this.#begin)] : [];
    return { head, spans: [...head, ...this.#spans, ...(this.#open.size > 0 ? [this.#closed()] : [])] };
  }

  /** Equal for samples that one row can stand for: nothing that is counted or added up tells them apart. */
  #keyOf(node: NodeIndex, kind: FrameKind, weight: Microseconds, isComputing: boolean): number {
    const { interval } = this.rules;
    const intervals = kind === FrameKind.idle ? 0 : gradeOf(weight / interval);
    let part: number = Part.own;
    if (kind === FrameKind.gc) part = this.#isAfterGap ? Part.gcAfterGap : Part.gc;
    else if (kind === FrameKind.unsampled) part = Part.gap;
    if (part === Part.own) this.#owner = node;
    if (kind !== FrameKind.gc) this.#isAfterGap = kind === FrameKind.unsampled;
    return (((this.#owner + 1) * 4 + part) * (MOST_INTERVALS + 1) + intervals) * 2 + (isComputing ? 1 : 0);
  }

  #addTo(
    key: number,
    node: NodeIndex,
    use: Pick<Row, 'wall' | 'cpu' | 'blocked'>,
    start: Microseconds,
    isOwn: boolean,
  ): void {
    // What follows the last sample of the head stays with it too.
    const isOfHead = start - this.#begin < HEAD || (!isOwn && this.#rows === 0 && this.#open.size === 0);
    if (isOfHead && this.#head.length < this.mostRows / 2) {
      this.#head.push({ key, node, count: 1, ...use });
      return;
    }
    if (this.#open.size === 0) this.#openStart = start;
    const row = this.#open.get(key);
    if (row === undefined) {
      this.#open.set(key, { key, node, count: 1, ...use });
      return;
    }
    row.count++;
    row.wall += use.wall;
    row.cpu += use.cpu;
    row.blocked += use.blocked;
  }

  #closeWhereLong(now: Microseconds): void {
    if (this.#open.size === 0 || now - this.#openStart < SHORTEST_SPAN) return;
    this.#push(this.#closed());
    this.#open.clear();
  }

  #closed(): Span {
    return toSpan(
      [...this.#open.values()].sort((a, b) => a.key - b.key),
      this.#openStart,
    );
  }

  #push(span: Span): void {
    this.#spans.push(span);
    this.#rows += span.node.length;
  }

  /** Makes spans longer until there are no more rows than may be. */
  #bound(): void {
    while (this.rows > this.mostRows) {
      const at = this.#findPair();
      if (at < 0) return;
      const [first, second] = [this.#spans[at], this.#spans[at + 1]];
      const merged = mergeSpans(first, second);
      this.#rows += merged.node.length - first.node.length - second.node.length;
      this.#spans.splice(at, 2, merged);
    }
  }

  /** The two neighbours that are the shortest for their age; -1 where there are none. */
  #findPair(): number {
    let best = -1;
    let least = Infinity;
    const spans = this.#spans;
    for (let i = 0; i + 1 < spans.length; i++) {
      const end = spans[i + 2]?.start ?? this.#end;
      const part = (end - spans[i].start) / Math.max(1, this.#end - spans[i].start);
      if (part >= least) continue;
      best = i;
      least = part;
    }
    return best;
  }
}

/** What weighs about the same and counts the same: from two intervals on, samples are missing between. */
function gradeOf(intervals: number): number {
  const rounded = Math.round(intervals);
  return Math.min(MOST_INTERVALS, intervals < 2 && rounded < 2 ? rounded : rounded + (intervals < 2 ? 0 : 1));
}

function toSpan(rows: readonly Row[], start: Microseconds): Span {
  return {
    start,
    key: Float64Array.from(rows, ({ key }) => key),
    node: Int32Array.from(rows, ({ node }) => node),
    count: Uint32Array.from(rows, ({ count }) => count),
    wall: Float64Array.from(rows, ({ wall }) => wall),
    cpu: Float64Array.from(rows, ({ cpu }) => cpu),
    blocked: Float64Array.from(rows, ({ blocked }) => blocked),
  };
}

function rowAt({ key, node, count, wall, cpu, blocked }: Span, i: number): Row {
  return { key: key[i], node: node[i], count: count[i], wall: wall[i], cpu: cpu[i], blocked: blocked[i] };
}

/** The rows of both, by key. */
function mergeSpans(a: Span, b: Span): Span {
  const rows: Row[] = [];
  for (let i = 0, j = 0; i < a.key.length || j < b.key.length;) {
    if (j >= b.key.length || a.key[i] < b.key[j]) rows.push(rowAt(a, i++));
    else if (i >= a.key.length || b.key[j] < a.key[i]) rows.push(rowAt(b, j++));
    else {
      const [row, other] = [rowAt(a, i++), rowAt(b, j++)];
      row.count += other.count;
      row.wall += other.wall;
      row.cpu += other.cpu;
      row.blocked += other.blocked;
      rows.push(row);
    }
  }
  return toSpan(rows, a.start);
}
