import type { Index, Profile } from '../../profile/index.ts';
import { buildCpuCurve, cpuBetween, waitBetween } from '../cpu-clock.ts';
import type { FormatError } from '../format-error.ts';
import type { ParsedFacts } from '../heatline-facts.ts';
import { recordingFacts } from '../recording-facts.ts';
import { FrameBuilder, parseCallFrame } from './build-frames.ts';
import { PositionBuilder } from './build-positions.ts';
import { buildSamples } from './build-samples.ts';
import { TickBuilder } from './build-ticks.ts';
import { buildTree } from './build-tree.ts';
import type { BuiltTree } from './build-tree.ts';
import { float64Column, IdColumn, int32Column } from './columns.ts';
import type { NodeBatch } from './scanner.ts';

/** Makes the error for a problem, at a place of the file where one is known. */
export type Fail = (problem: string, offset?: number) => FormatError;

/** The list of nodes as it comes in. */
export class NodeBuilder {
  readonly positions = new PositionBuilder();
  readonly frames = new FrameBuilder(this.positions);
  readonly ticks = new TickBuilder(this.positions);
  readonly #fail: Fail;
  readonly #ids = new IdColumn();
  readonly #frame = int32Column();
  readonly #childCounts = int32Column();
  readonly #childIds = new IdColumn();
  readonly #namingRows = int32Column();
  readonly #namedParents = float64Column();
  readonly #frameOfText: Index[] = [];

  constructor(fail: Fail) {
    this.#fail = fail;
  }

  get length(): number {
    return this.#frame.length;
  }

  add(batch: NodeBatch): void {
    for (const { text, offset } of batch.newFrames) {
      const call = parseCallFrame(text);
      if (call === undefined) throw this.#fail('the callFrame of a node is not valid', offset);
      this.#frameOfText.push(this.frames.row(call));
    }
    const firstRow = this.length;
    const frame = batch.frames.map((text) => this.#frameOfText[text]);
    this.#addTicks(batch, firstRow, frame);
    if (batch.parents !== undefined) this.#addParents(batch.parents, firstRow);
    this.#ids.append(batch.ids);
    this.#frame.append(frame);
    this.#childCounts.append(batch.childCounts);
    this.#childIds.append(batch.childIds);
  }

  finish(): BuiltTree {
    const raw = {
      ids: this.#ids.finish(),
      frame: this.#frame.finish(),
      childCounts: this.#childCounts.finish(),
      childIds: this.#childIds.finish(),
      namingRows: this.#namingRows.finish(),
      namedParents: this.#namedParents.finish(),
    };
    return buildTree(raw, this.#fail);
  }

  #addTicks(batch: NodeBatch, firstRow: Index, frame: Int32Array): void {
    for (let i = 0, at = 0; i < batch.count; i++) {
      if (batch.tickCounts[i] === 0) continue;
      const end = at + 2 * batch.tickCounts[i];
      const script = this.frames.scriptOf(frame[i]);
      // Ticks of a function without a script have no place; its time still counts as the node's own.
      if (script >= 0 && !this.ticks.add(firstRow + i, script, batch.ticks, at, end)) {
        throw this.#fail(`the positionTicks of node ${batch.ids[i]} are too many`);
      }
      at = end;
    }
  }

  #addParents(parents: Float64Array, firstRow: Index): void {
    for (let i = 0; i < parents.length; i++) {
      if (Number.isNaN(parents[i])) continue;
      this.#namingRows.push(firstRow + i);
      this.#namedParents.push(parents[i]);
    }
  }
}

/** The list of time deltas as it comes in: the time of each sample, relative to the start. */
export class TimeBuilder {
  readonly #fail: Fail;
  readonly #times = float64Column();
  #now = 0;

  constructor(fail: Fail) {
    this.#fail = fail;
  }

  get length(): number {
    return this.#times.length;
  }

  add(deltas: Float64Array): void {
    const times = new Float64Array(deltas.length);
    for (let i = 0; i < deltas.length; i++) {
      this.#now += deltas[i];
      if (!(Math.abs(this.#now) <= Number.MAX_SAFE_INTEGER)) {
        throw this.#fail(`entry ${this.length + i} of "timeDeltas" is not a time`);
      }
      times[i] = this.#now;
    }
    this.#times.append(times);
  }

  /** With one row of room behind the last sample. */
  finish(): Float64Array {
    return this.#times.finish(1);
  }
}

/** All parts of a file, each read in full. */
export interface ProfileParts {
  readonly nodes: NodeBuilder;
  readonly sampleIds: Int32Array | Float64Array;
  readonly times: TimeBuilder;
  readonly startTime: number;
  readonly endTime: number;
  readonly facts: ParsedFacts;
}

/** The model from the parts of a file. `fail` makes the error for parts that do not belong together. */
export function buildProfile(parts: ProfileParts, fail: Fail): Profile {
  const { nodes, facts } = parts;
  const built = nodes.finish();
  const node = sampleRows(parts.sampleIds, built, fail);
  const wall = buildSamples(node, parts.times.finish(), parts.endTime - parts.startTime);
  const curve = buildCpuCurve(facts.facts?.cpuClock, parts.startTime);
  const samples = curve === undefined ? wall : { ...wall, cpu: cpuBetween(curve, wall.start) };
  const ticks = nodes.ticks.finish(built.tree.frame.length, samples, built.moved);
  const duration = wall.start[node.length];
  return {
    scripts: nodes.frames.scripts(facts.facts?.scripts),
    positions: nodes.positions.finish(),
    frames: nodes.frames.finish(),
    tree: built.tree,
    samples,
    ticks,
    recording: recordingFacts('inspector', facts, duration, curve && waitBetween(curve, 0, duration)),
  };
}

/** Rows of the samples' nodes; in place where the ids have the same width. */
function sampleRows(ids: Int32Array | Float64Array, built: BuiltTree, fail: Fail): Int32Array {
  const { index, moved } = built;
  const rows = ids instanceof Int32Array ? ids : new Int32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const row = index.rowOf(ids[i]);
    if (row < 0) throw fail(`a sample names node ${ids[i]}, which does not exist`);
    rows[i] = moved === undefined ? row : moved[row];
  }
  return rows;
}
