import {
  achievableInterval,
  DEFAULT_INTERVAL,
  float64Column,
  type GrowingColumn,
  type FrameIndex,
  idleNodeOf,
  intervalOf,
  type ScriptIndex,
  int32Column,
  type Microseconds,
  type Profile,
  type SampleTable,
  uint32Column,
  withIdleNode,
} from '../../core/index.ts';
import { totalCpuTime, weighSamples } from '../time/weigh-samples.ts';
import { FormatError } from '../format-error.ts';
import type { HeatlineSection, RecordedFacts, RecordedScript } from '../../recording/index.ts';
import { FrameBuilder } from './build-frames.ts';
import type { PositionBuilder } from './build-positions.ts';
import { buildSamples } from './build-samples.ts';
import { moveTicks, timeTicks } from './build-ticks.ts';
import { buildTree, type BuiltTree } from './build-tree.ts';
import type { NodeBatch, NodeList } from './node-list.ts';
import { type PlacedCode, toV8Places } from './producers.ts';
import type { RecordedOriginals } from './recorded-originals.ts';
import type { ScannedFile } from './file-window.ts';

/** Makes the error for a problem; `offset` is its place in the file, if that is known. */
export type Fail = (problem: string, offset?: number) => FormatError;

// V8 writes about 200 bytes per node, and far fewer ticks than nodes. A wrong estimate only costs a copy.
const BYTES_PER_NODE = 150;
const BYTES_PER_TICK = 200;

/** Collects the list of nodes while it is read. */
export class NodeBuilder {
  readonly positions: PositionBuilder;
  readonly frames: FrameBuilder;
  readonly #columns: { readonly [Name in keyof NodeBatch]: GrowingColumn<NodeBatch[Name]> };
  /** The function of each callFrame text. */
  readonly #frameOfText = int32Column<FrameIndex>();

  /** The size of `file` bounds what is to be expected. */
  constructor(
    file: ScannedFile,
    private readonly list: NodeList,
    private readonly fail: Fail,
  ) {
    this.positions = list.positions;
    this.frames = new FrameBuilder(file.kernel.exports);
    const [nodes, ticks] = [file.size / BYTES_PER_NODE, file.size / BYTES_PER_TICK];
    this.#columns = {
      frames: int32Column(nodes),
      parents: int32Column(nodes),
      lateLinks: int32Column(),
      namingRows: int32Column(),
      namedParents: float64Column(),
      tickNodes: int32Column(ticks),
      tickPositions: int32Column(ticks),
      tickCounts: uint32Column(ticks),
    };
  }

  get length(): number {
    return this.#columns.frames.length;
  }

  /**
   * Takes a callFrame that was not seen before, before the nodes that have it come. `script` is its row, -1 for none;
   * line and column as V8 has them.
   */
  addFrame(name: string, script: ScriptIndex, line: number, column: number): void {
    this.#frameOfText.push(this.frames.row(name, script, line, column));
  }

  add(batch: NodeBatch): void {
    for (const name of Object.keys(this.#columns) as (keyof NodeBatch)[]) this.#columns[name].append(batch[name]);
  }

  /** The code, the call tree, and the ticks on it without their times. `recorded`: what the recorder noted of scripts. */
  finish(recorded?: readonly RecordedScript[]): BuiltTree & PlacedCode {
    const { frames, parents, lateLinks, namingRows, namedParents, tickNodes, tickPositions, tickCounts } =
      this.#columns;
    const frame = frames.finish();
    this.#numberFrames(frame);
    const ticks = { node: tickNodes.finish(), position: tickPositions.finish(), count: tickCounts.finish() };
    const links = { parent: parents.finish(), lateLinks: lateLinks.finish() };
    const named = { namingRows: namingRows.finish(), namedParents: namedParents.finish() };
    const built = buildTree({ frame, ...links, ...named }, this.list, this.fail);
    return {
      ...built,
      ticks: built.moved === undefined ? ticks : moveTicks(ticks, built.moved, frame.length),
      frames: this.frames.finish(),
      scripts: this.frames.scripts(recorded),
      positions: this.positions.finish(),
    };
  }

  /** From texts of callFrames to functions, in place. Mostly each text is a function of its own. */
  #numberFrames(frame: Int32Array): void {
    const frameOfText = this.#frameOfText.finish();
    if (this.frames.length === frameOfText.length) return;
    for (let row = 0; row < frame.length; row++) frame[row] = frameOfText[frame[row]];
  }
}

/** All parts of a file, each read in full. They do without the memory of the kernel that read them. */
export interface ProfileParts {
  readonly code: BuiltTree & PlacedCode;
  /** The rows of the samples' nodes, as the file has its nodes. */
  readonly sampleRows: Int32Array;
  /** When each was taken, relative to the start, in the order of the file; one row of room behind them for the end. */
  readonly times: Float64Array;
  readonly startTime: number;
  readonly endTime: number;
  readonly noted: HeatlineSection;
  /** What another tool noted of originals. */
  readonly originals: RecordedOriginals | undefined;
}

/** Builds the model from the parts of a file, and uses them up. */
export function buildProfile(path: string, parts: ProfileParts): Profile {
  const { noted, sampleRows: node } = parts;
  const { moved, ...read } = parts.code;
  if (moved !== undefined) for (let i = 0; i < node.length; i++) node[i] = moved[node[i]];
  const builtSamples = buildSamples(node, parts.times, parts.endTime - parts.startTime);
  if (builtSamples === undefined) throw new FormatError(path, 'its times span more than a year; record it again');
  const { samples: wall, early } = builtSamples;
  const evidence = { samples: node, originals: parts.originals };
  const known = noted.facts.sampler;
  const { ticks: tickRows, sampler, ...placed } = known ? { ...read, sampler: known } : toV8Places(read, evidence);
  const { samples, ...model } = weigh(wall, placed, parts.startTime, noted);
  const code = { ...placed, ...model };
  const ticks = timeTicks(tickRows, code.tree.frame.length, samples, noted.facts.keptOneIn);
  const duration = samples.start[samples.node.length];
  return {
    ...code,
    samples,
    ticks,
    recording: {
      ...noted.facts,
      sampler,
      ...threadSince(parts.startTime, noted),
      ...(noted.threads && { threads: noted.threads }),
      duration,
      cpuTime: totalCpuTime(noted.cpuClock),
      diagnostics: [
        ...noted.facts.diagnostics,
        ...(early > 0 ? [{ code: 'times-repaired', severity: 'warning', samples: early } as const] : []),
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

type Model = Pick<Profile, 'frames' | 'tree'>;

/** The samples with what they stand for, and frames and tree with a node for idle time where there was none. */
function weigh(
  { node, start }: SampleTable,
  { frames, tree }: Model,
  startTime: Microseconds,
  { facts, cpuClock }: HeatlineSection,
): Model & { readonly samples: SampleTable } {
  const known = idleNodeOf({ frames, tree });
  const idleRow = known < 0 ? tree.frame.length : known;
  const samples = weighSamples(
    {
      row: node,
      time: start,
      idleRow,
      isIdleSilent: false,
      isHeldUp: false,
      interval: achievableInterval(intervalOf(facts) ?? DEFAULT_INTERVAL),
    },
    cpuClock,
    startTime,
  );
  if (known >= 0 || !samples.node.includes(idleRow)) return { frames, tree, samples };
  return { ...withIdleNode({ frames, tree }), samples };
}
