import type { Index, Profile } from '../../profile/index.ts';
import { buildCpuCurve, busyBetween, clockTotals } from '../cpu-clock.ts';
import type { FormatError } from '../format-error.ts';
import type { ParsedFacts } from '../heatline-facts.ts';
import { recordingFacts } from '../recording-facts.ts';
import { FrameBuilder, parseCallFrame } from './build-frames.ts';
import { PositionBuilder } from './build-positions.ts';
import { buildSamples } from './build-samples.ts';
import { buildTickRows, moveTicks, timeTicks } from './build-ticks.ts';
import type { TickRows } from './build-ticks.ts';
import { buildTree } from './build-tree.ts';
import type { BuiltTree } from './build-tree.ts';
import { float64Column, IdColumn, int32Column, uint32Column } from './columns.ts';
import type { GrowingColumn, Ids } from './columns.ts';
import type { NodeBatch } from './scanner.ts';

/** Makes the error for a problem, at a place of the file where one is known. */
export type Fail = (problem: string, offset?: number) => FormatError;

// V8 writes some 200 bytes for a node, and far fewer ticks than nodes; what is more than expected only costs a copy.
const BYTES_PER_NODE = 150;
const BYTES_PER_TICK = 200;

/** The list of nodes as it comes in. */
export class NodeBuilder {
  readonly positions = new PositionBuilder();
  readonly frames = new FrameBuilder(this.positions);
  readonly #fail: Fail;
  readonly #ids: IdColumn;
  readonly #frameText: GrowingColumn<Int32Array>;
  readonly #childIds: IdColumn;
  readonly #callers: GrowingColumn<Int32Array>;
  readonly #namingRows = int32Column(0);
  readonly #namedParents = float64Column(0);
  readonly #tickNode: GrowingColumn<Int32Array>;
  readonly #tickLine: GrowingColumn<Int32Array>;
  readonly #tickCount: GrowingColumn<Uint32Array>;
  readonly #frameOfText: Index[] = [];

  /** `fileSize` in bytes bounds what is to be expected. */
  constructor(fileSize: number, fail: Fail) {
    this.#fail = fail;
    const nodes = fileSize / BYTES_PER_NODE;
    this.#ids = new IdColumn(nodes);
    this.#frameText = int32Column(nodes);
    this.#childIds = new IdColumn(nodes);
    this.#callers = int32Column(nodes);
    const ticks = fileSize / BYTES_PER_TICK;
    this.#tickNode = int32Column(ticks);
    this.#tickLine = int32Column(ticks);
    this.#tickCount = uint32Column(ticks);
  }

  get length(): number {
    return this.#frameText.length;
  }

  add(batch: NodeBatch): void {
    for (const { text, offset } of batch.newFrames) {
      const call = parseCallFrame(text);
      if (call === undefined) throw this.#fail('the callFrame of a node is not valid', offset);
      this.#frameOfText.push(this.frames.row(call));
    }
    this.#ids.append(batch.ids);
    this.#frameText.append(batch.frames);
    this.#childIds.append(batch.childIds);
    this.#callers.append(batch.callers);
    this.#namingRows.append(batch.namingRows);
    this.#namedParents.append(batch.namedParents);
    this.#tickNode.append(batch.tickNodes);
    this.#tickLine.append(batch.tickLines);
    this.#tickCount.append(batch.tickCounts);
  }

  /** The call tree, and the ticks on it without their times. */
  finish(): BuiltTree & { readonly ticks: TickRows } {
    const ids = this.#ids.finish();
    const frame = this.#frameText.finish();
    const frameOfText = Int32Array.from(this.#frameOfText);
    for (let row = 0; row < frame.length; row++) frame[row] = frameOfText[frame[row]];
    const raw = { node: this.#tickNode.finish(), line: this.#tickLine.finish(), count: this.#tickCount.finish() };
    const scriptOfNode = (node: Index): Index => this.frames.scriptOf(frame[node]);
    const ticks = buildTickRows(raw, scriptOfNode, this.positions, (node) =>
      this.#fail(`the positionTicks of node ${ids[node]} are too many`),
    );
    const links = { childIds: this.#childIds.finish(), callers: this.#callers.finish() };
    const named = { namingRows: this.#namingRows.finish(), namedParents: this.#namedParents.finish() };
    const built = buildTree({ ids, frame, ...links, ...named }, this.#fail);
    return { ...built, ticks: built.moved === undefined ? ticks : moveTicks(ticks, built.moved, frame.length) };
  }
}

/** All parts of a file, each read in full. */
export interface ProfileParts {
  readonly nodes: NodeBuilder;
  readonly sampleIds: Ids;
  /** Of each sample, relative to the start, and one row of room behind them. */
  readonly times: Float64Array;
  readonly startTime: number;
  readonly endTime: number;
  readonly facts: ParsedFacts;
}

/** The model from the parts of a file. `fail` makes the error for parts that do not belong together. */
export function buildProfile(parts: ProfileParts, fail: Fail): Profile {
  const { nodes, facts } = parts;
  const built = nodes.finish();
  const node = sampleRows(parts.sampleIds, built, fail);
  const wall = buildSamples(node, parts.times, parts.endTime - parts.startTime);
  const curve = buildCpuCurve(facts.facts?.cpuClock, parts.startTime);
  const samples = curve === undefined ? wall : { ...wall, cpu: busyBetween(curve, wall.start) };
  const ticks = timeTicks(built.ticks, built.tree.frame.length, samples);
  const duration = wall.start[node.length];
  return {
    scripts: nodes.frames.scripts(facts.facts?.scripts),
    positions: nodes.positions.finish(),
    frames: nodes.frames.finish(),
    tree: built.tree,
    samples,
    ticks,
    recording: recordingFacts('inspector', facts, duration, clockTotals(curve, 0, duration)),
  };
}

/** Rows of the samples' nodes; in place where the ids have the same width. */
function sampleRows(ids: Ids, built: BuiltTree, fail: Fail): Int32Array {
  const { index, moved } = built;
  const rows = ids instanceof Int32Array ? ids : new Int32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const row = index.rowOf(ids[i]);
    if (row < 0) throw fail(`a sample names node ${ids[i]}, which does not exist`);
    rows[i] = moved === undefined ? row : moved[row];
  }
  return rows;
}
