import {
  allRows,
  FrameKind,
  float64Column,
  int32Column,
  type FrameIndex,
  type Microseconds,
  type NodeIndex,
  NONE,
  Numbering,
  type OneBasedLine,
  pickRows,
  type PositionIndex,
  type Profile,
  type ProfileTables,
  type RecordingFacts,
  RowIndex,
  type SampleTable,
  type TickTable,
  UNKNOWN_COLUMN,
  UNKNOWN_LINE,
  type ZeroBasedColumn,
} from '../../core/index.ts';
import { FrameRows } from '../frame-rows.ts';

/** A place in a script. Line 1-based, 0 for unknown; column 0-based, -1 for unknown. */
export interface Place {
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
}

/** Where something is of which nobody tells that. */
export const NOWHERE: Place = { line: UNKNOWN_LINE, column: UNKNOWN_COLUMN };

/** A function of a stack: where it begins, as far as that is known. Without a url it belongs to no script. */
export interface StackFunction extends Place {
  readonly name: string;
  readonly url: string;
}

/** What other tools call time that belongs to no function. */
const KINDS: ReadonlyMap<string, FrameKind> = new Map([
  ['(idle)', FrameKind.idle],
  ['(program)', FrameKind.program],
  ['(garbage collector)', FrameKind.gc],
  ['Garbage Collection', FrameKind.gc],
]);

/** Builds the profile of one thread from stacks whose entries know their function and their line. */
export class ThreadBuilder {
  readonly #scripts = new Numbering<string>();
  /** By script, line and column. */
  readonly #positions = new RowIndex();
  readonly #frames = new FrameRows();
  /** By parent, frame and call position. */
  readonly #nodes = new RowIndex();
  readonly #samples;
  /** What a sample can be in: a node, and the place in its function. */
  readonly #spots = new RowIndex();
  #idle = NONE;
  #end: Microseconds = 0;

  constructor(
    private readonly isTimed: boolean,
    expectedSamples = 0,
  ) {
    // Idle time may stand before each.
    const rows = 2 * expectedSamples;
    this.#samples = { spot: int32Column(rows), start: float64Column(rows + 1) };
    this.childOf(NONE, this.#frames.rowOf('(root)', FrameKind.root), NONE);
  }

  /** The row of a place in a script; -1 where neither is known. */
  positionOf(url: string, { line, column }: Place): PositionIndex {
    if (url === '') return NONE;
    return this.#positions.rowOf(this.#scripts.numberOf(url), line, column);
  }

  frameOf({ name, url, line, column }: StackFunction): FrameIndex {
    const position = this.positionOf(url, { line, column });
    return this.#frames.rowOf(name, position >= 0 ? FrameKind.script : (KINDS.get(name) ?? FrameKind.native), position);
  }

  /** The node of a function below a node; the root is 0. `callPosition`: where in the caller the call stands. */
  childOf(parent: NodeIndex, frame: FrameIndex, callPosition: PositionIndex): NodeIndex {
    return this.#nodes.rowOf(parent, frame, callPosition);
  }

  /** The number of a node and a place in its function, -1 for unknown, for `addSample`. */
  spotOf(node: NodeIndex, position: PositionIndex): number {
    return this.#spots.rowOf(node, position);
  }

  /**
   * Adds a sample of a spot. `weight`: microseconds, or what else was measured. `start`: absent where the file has no times, and
   * samples stand one after the other.
   */
  addSample(spot: number, weight: number, start = this.#end): void {
    if (start > this.#end) this.#addIdle();
    this.#end = Math.max(this.#end, start);
    this.#pushSample(spot);
    this.#end += weight;
  }

  #pushSample(spot: number): void {
    this.#samples.spot.push(spot);
    this.#samples.start.push(this.#end);
  }

  /** What lies between two samples. */
  #addIdle(): void {
    if (this.#idle < 0)
      this.#idle = this.spotOf(this.childOf(0, this.#frames.rowOf('(idle)', FrameKind.idle), NONE), NONE);
    this.#pushSample(this.#idle);
  }

  /** The end of the last sample. */
  get end(): Microseconds {
    return this.#end;
  }

  /** `isCpu`: the weights are time on a CPU. */
  finish(recording: RecordingFacts, isCpu: boolean): Profile {
    this.#samples.start.push(this.#end);
    const [spot, start] = [this.#samples.spot.finish(), this.#samples.start.finish()];
    const spots: Spots = { node: this.#spots.column(0), position: this.#spots.column(1) };
    const ticks = ticksOf(spots, spot, start);
    const position = new Int32Array(spot.length);
    for (let i = 0; i < spot.length; i++) {
      position[i] = spots.position[spot[i]];
      spot[i] = spots.node[spot[i]];
    }
    const cpu = isCpu ? new Float64Array(spot.length) : undefined;
    cpu?.forEach((_, i) => (cpu[i] = start[i + 1] - start[i]));
    const samples: SampleTable = {
      ...{ node: spot, start, position },
      ...(cpu && { cpu }),
      ...(!this.isTimed && { isUntimed: true }),
    };
    return { ...this.#tables(isCpu ? { ...ticks, cpu: ticks.time } : ticks), samples, recording };
  }

  #tables(ticks: TickTable): ProfileTables {
    const [script, line, column] = [0, 1, 2].map((place) => this.#positions.column(place));
    const [parent, frame, callPosition] = [0, 1, 2].map((place) => this.#nodes.column(place));
    const tables = {
      scripts: this.#scripts.list.map((url) => ({ url })),
      positions: { script, line, column },
      frames: this.#frames.table(),
      tree: { frame, parent, callPosition },
      ticks,
    };
    const areCallsPartial = ticks.time.length === 0 || missesMostCalls(tables);
    return { ...tables, tree: { ...tables.tree, areCallsPartial } };
  }
}

type Spots = Pick<TickTable, 'node' | 'position'>;

/** How many samples were in each spot whose place is known, and for how long. */
function ticksOf(spots: Spots, spot: Int32Array, start: Float64Array): TickTable {
  const [count, time] = [new Uint32Array(spots.node.length), new Float64Array(spots.node.length)];
  for (let i = 0; i < spot.length; i++) {
    count[spot[i]]++;
    time[spot[i]] += start[i + 1] - start[i];
  }
  const placed = allRows(spots.position.length).filter((row) => spots.position[row] >= 0);
  return pickRows({ ...spots, count, time }, placed);
}

/** Are most call sites in scripts unknown? Node's own scripts do not count: V8 tells no lines of them. */
function missesMostCalls({ scripts, positions, frames, tree }: Omit<ProfileTables, 'ticks'>): boolean {
  const counts = scripts.map(({ url }) => !url.startsWith('node:'));
  let surplus = 0;
  for (let node = 1; node < tree.frame.length; node++) {
    const caller = frames.position[tree.frame[tree.parent[node]]];
    if (caller >= 0 && counts[positions.script[caller]]) surplus += (tree.callPosition?.[node] ?? NONE) < 0 ? -1 : 1;
  }
  return surplus < 0;
}
