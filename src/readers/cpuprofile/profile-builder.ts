import {
  type CallTree,
  capSamples,
  float64Column,
  type GrowingColumn,
  type FrameIndex,
  FrameKind,
  type FrameTable,
  type IndexColumn,
  type PositionIndex,
  type ScriptIndex,
  int32Column,
  type Microseconds,
  type Profile,
  type SampleTable,
  uint32Column,
  UNSAMPLED,
  withRootChild,
} from '../../core/index.ts';
import { cutOutStops } from './cut-out-stops.ts';
import { buildCpuCurve, clockTotals, noticeClock, useBetween } from '../cpu-curve.ts';
import { FormatError } from '../format-error.ts';
import type { HeatlineSection, RecordedFacts } from '../../recording/index.ts';
import { FrameBuilder, type ScriptKey } from './build-frames.ts';
import type { PositionBuilder } from './build-positions.ts';
import { buildSamples, type SampleTimes } from './build-samples.ts';
import { moveTicks, type TickRows, timeTicks } from './build-ticks.ts';
import { buildTree, type BuiltTree } from './build-tree.ts';
import { type NodeBatch, type NodeIds, type NodeList, type NodeSink } from './node-list.ts';
import type { ScannedFile } from './file-window.ts';

/** Makes the error for a problem, at a place of the file where one is known. */
export type Fail = (problem: string, offset?: number) => FormatError;

// V8 writes about 200 bytes per node, and far fewer ticks than nodes. A wrong estimate only costs a copy.
const BYTES_PER_NODE = 150;
const BYTES_PER_TICK = 200;

/** The list of nodes as it comes in. */
export class NodeBuilder implements NodeSink {
  readonly positions: PositionBuilder;
  readonly frames: FrameBuilder;
  readonly #fail: Fail;
  readonly #ids: NodeIds;
  readonly #frameText: GrowingColumn<Int32Array>;
  readonly #parents: GrowingColumn<Int32Array>;
  readonly #lateLinks = int32Column();
  readonly #namingRows = int32Column();
  readonly #namedParents = float64Column();
  readonly #tickNode: GrowingColumn<Int32Array>;
  readonly #tickPosition: GrowingColumn<Int32Array>;
  readonly #tickCount: GrowingColumn<Uint32Array>;
  /**
   * Stretches of callFrame texts whose functions are numbered consecutively: the first text of each, and its function.
   * Text 0 has function 0, so with a single stretch each text's number is its function's.
   */
  readonly #stretches: [text: number, row: FrameIndex][] = [];
  #texts = 0;

  /** `fileSize` in bytes bounds what is to be expected. */
  constructor(fileSize: number, list: NodeList, fail: Fail) {
    this.positions = list.positions;
    this.frames = new FrameBuilder(list.positions);
    this.#fail = fail;
    this.#ids = list.ids;
    const nodes = fileSize / BYTES_PER_NODE;
    this.#frameText = int32Column(nodes);
    this.#parents = int32Column(nodes);
    const ticks = fileSize / BYTES_PER_TICK;
    this.#tickNode = int32Column(ticks);
    this.#tickPosition = int32Column(ticks);
    this.#tickCount = uint32Column(ticks);
  }

  get length(): number {
    return this.#frameText.length;
  }

  scriptRow(key: ScriptKey): ScriptIndex {
    return this.frames.scriptRow(key);
  }

  addFrame(name: string, script: ScriptIndex, line: number, column: number): void {
    this.#noteStretch(this.frames.row(name, script, line, column), 1);
  }

  get functionCount(): number {
    return this.frames.length;
  }

  addPlaced(names: readonly string[], from: FrameIndex, positions: IndexColumn<PositionIndex>): void {
    const row = this.frames.length;
    this.frames.addPlaced(names, from, positions);
    this.#noteStretch(row, positions.length);
  }

  /** Notes the functions of the next texts: those from `row` on. */
  #noteStretch(row: FrameIndex, count: number): void {
    const last = this.#stretches.at(-1);
    if (last === undefined || row - this.#texts !== last[1] - last[0]) this.#stretches.push([this.#texts, row]);
    this.#texts += count;
  }

  add(batch: NodeBatch): void {
    this.#frameText.append(batch.frames);
    this.#parents.append(batch.parents);
    this.#lateLinks.append(batch.lateLinks);
    this.#namingRows.append(batch.namingRows);
    this.#namedParents.append(batch.namedParents);
    this.#tickNode.append(batch.tickNodes);
    this.#tickPosition.append(batch.tickPositions);
    this.#tickCount.append(batch.tickCounts);
  }

  /** The call tree, and the ticks on it without their times. */
  finish(): BuiltTree & { readonly ticks: TickRows } {
    const frame = this.#frameText.finish();
    this.#numberFrames(frame);
    const ticks = {
      node: this.#tickNode.finish(),
      position: this.#tickPosition.finish(),
      count: this.#tickCount.finish(),
    };
    const links = { parent: this.#parents.finish(), lateLinks: this.#lateLinks.finish() };
    const named = { namingRows: this.#namingRows.finish(), namedParents: this.#namedParents.finish() };
    const built = buildTree({ frame, ...links, ...named }, this.#ids, this.#fail);
    return { ...built, ticks: built.moved === undefined ? ticks : moveTicks(ticks, built.moved, frame.length) };
  }

  /** From texts of callFrames to functions, in place. Mostly each text is a function of its own. */
  #numberFrames(frame: Int32Array): void {
    if (this.#stretches.length === 1) return;
    const frameOfText = new Int32Array(this.#texts);
    this.#stretches.forEach(([from, row], i) => {
      const end = this.#stretches.at(i + 1)?.[0] ?? this.#texts;
      for (let text = from; text < end; text++) frameOfText[text] = row + (text - from);
    });
    for (let row = 0; row < frame.length; row++) frame[row] = frameOfText[frame[row]];
  }
}

/** Samples of these last as long as the file says. */
const keptKinds: ReadonlySet<number> = new Set([FrameKind.idle, FrameKind.gc, FrameKind.unsampled, FrameKind.root]);

/** All parts of a file, each read in full. */
export interface ProfileParts {
  readonly nodes: NodeBuilder;
  /** The rows of the samples' nodes, as the file has its nodes. */
  readonly sampleRows: Int32Array;
  readonly times: SampleTimes;
  readonly startTime: number;
  readonly endTime: number;
  readonly noted: HeatlineSection;
}

/** The model from the parts of a file, which are used up. */
export async function buildProfile(file: ScannedFile, parts: ProfileParts): Promise<Profile> {
  const { nodes, noted } = parts;
  const built = nodes.finish();
  const node = parts.sampleRows;
  if (built.moved !== undefined) for (let i = 0; i < node.length; i++) node[i] = built.moved[node[i]];
  const builtSamples = buildSamples(node, parts.times, parts.endTime - parts.startTime);
  if (builtSamples === undefined) throw new FormatError(file.path, 'its times span more than a year; record it again');
  const { samples: wall, early } = builtSamples;
  const curve = buildCpuCurve(noted.cpuClock, parts.startTime);
  const running = cutOutStops(wall, { frames: nodes.frames.finish(), tree: built.tree }, curve);
  const { kind } = running.frames;
  const isIdle = (i: number): boolean => kind[running.tree.frame[running.samples.node[i]]] === FrameKind.idle;
  const use = curve && useBetween(curve, running.samples.start, isIdle);
  const { samples, frames, tree } = withGaps(running.frames, running.tree, { ...running.samples, ...use }, noted);
  const ticks = await timeTicks(file, built.ticks, tree.frame.length, samples);
  const duration = samples.start[samples.node.length];
  return {
    scripts: nodes.frames.scripts(noted.scripts),
    positions: nodes.positions.finish(),
    frames,
    tree,
    samples,
    ticks,
    recording: {
      sampler: 'inspector',
      ...noted.facts,
      ...threadSince(parts.startTime, noted),
      ...(noted.threads && { threads: noted.threads }),
      duration,
      ...clockTotals(curve, 0, duration),
      diagnostics: [
        ...noted.facts.diagnostics,
        ...(early > 0 ? [{ code: 'times-repaired', severity: 'warning', samples: early } as const] : []),
        ...noticeClock(noted.cpuClock, curve),
      ],
    },
  };
}

/** The thread, which began for its samples where these begin: all of the inspector's times are on one clock. */
function threadSince(
  startUs: Microseconds,
  { facts: { sampler, thread } }: HeatlineSection,
): Pick<RecordedFacts, 'thread'> {
  return sampler === 'inspector' && thread ? { thread: { ...thread, startUs } } : {};
}

/** The samples with their gaps, and frames and tree with a node for these where there are any. */
function withGaps(
  frames: FrameTable,
  tree: CallTree,
  { node, start, cpu, blocked }: SampleTable,
  { facts }: HeatlineSection,
): Pick<Profile, 'frames' | 'tree' | 'samples'> {
  const capped = capSamples(
    { row: node, start, cpu, blocked },
    {
      unsampledRow: () => tree.frame.length,
      isKept: (row) => keptKinds.has(frames.kind[tree.frame[row]]),
      requestedInterval: facts.requestedIntervalUs,
    },
  );
  const samples = {
    node: capped.row,
    start: capped.start,
    ...(capped.cpu && { cpu: capped.cpu }),
    ...(capped.blocked && { blocked: capped.blocked }),
  };
  if (capped.row === node) return { frames, tree, samples };
  return { ...withRootChild(frames, tree, UNSAMPLED, FrameKind.unsampled), samples };
}
