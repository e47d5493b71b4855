import type { Protocol } from 'devtools-protocol';
import {
  FrameKind,
  int32Column,
  lastAtOrBelow,
  longestOf,
  medianDuration,
  type Microseconds,
  type NodeIndex,
  uint32Column,
  UNSAMPLED,
} from '../../core/index.ts';
import type { CpuClockReadings, ThinnedFacts } from '../../recording/index.ts';
import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import type { JoinedPart, JournalRecord, WrittenHistory } from '../../recording/journal.ts';
import { specialFrames } from '../cpuprofile/build-frames.ts';
import { buildCpuCurve } from '../cpu-curve.ts';
import { type WeighedNodes, type Weighing, weighSamples } from '../weigh-samples.ts';
import { SampleHistory } from './sample-history.ts';

type Profile = Protocol.Profiler.Profile;

/** A frame as V8 would spell it; without a url what stands for time without samples, and for idle time that V8 did not name. */
const frameOf = (functionName: string, url = '', place = -1): string =>
  JSON.stringify({ functionName, scriptId: '0', url, lineNumber: place, columnNumber: place });
/** What the program did for the recorder between two parts stands here, as if a function of the recorder's had run. */
const RECORDERS_FRAME = frameOf('rotate', RECORDER_SCRIPT, 0);
/** Readings of the clock so long around samples tell what these were used for. */
const CLOCK_MARGIN: Microseconds = 1e6;
/** The median weight is taken of about so many parts, evenly spread. */
const ENOUGH_PARTS = 64;
/** Nodes are told to the journal in pieces of so many. */
const NODES_AT_ONCE = 4096;
/** So many frames cannot be: node and frame fit into one number. */
const MOST_FRAMES = 2 ** 24;
/** Text is written in pieces of about this many characters. */
const PIECE = 1 << 18;

/** Samples of one part, in the order in which they came; `time` since `base`. */
interface Chunk {
  readonly base: Microseconds;
  readonly node: Int32Array;
  readonly time: Int32Array | Float64Array;
}

/** Nodes and frames that the journal does not know yet. */
interface Fresh {
  readonly frames: string[];
  readonly nodes: [parent: number, frame: number][];
}

/** What thinning has to know beside the samples. */
export interface ThinningOptions {
  /** So many of the newest samples keep their times, at least. */
  readonly keep: number;
  readonly clock: CpuClockReadings | undefined;
  readonly requestedInterval: Microseconds | undefined;
}

/** One profile of parts that were taken out of a thread one after the other. */
export class JoinedProfile {
  readonly #frames: string[] = [];
  readonly #rowOfFrame = new Map<string, number>();
  /** Node number minus one is the row. */
  readonly #parent = int32Column();
  readonly #frame = int32Column();
  readonly #hits = uint32Column();
  readonly #ticks: (Map<number, number> | undefined)[] = [];
  readonly #children = new Map<number, number>();
  readonly #kinds = new Map<number, FrameKind>();
  #chunks: Chunk[] = [];
  #history: SampleHistory | undefined;
  #sampleCount = 0;
  #fresh: Fresh = { frames: [], nodes: [] };
  #startTime = NaN;
  #endTime = NaN;
  #lastSample = -Infinity;

  /**
   * `held`: V8's samples waited for as long as the thread idled, which is sampled when it wakes up; so long after the sample
   * before that idle time began, at the latest. Absent for idle time that is sampled as all other is.
   */
  constructor(private readonly held?: Microseconds) {}

  /** Samples whose times are known. */
  get sampleCount(): number {
    return this.#sampleCount;
  }

  /** Whether the order of the oldest samples was given up. */
  get isThinned(): boolean {
    return this.#history !== undefined;
  }

  /** Adds a part as the inspector gave it. What it adds is returned. */
  add(profile: Profile): JoinedPart {
    const part = this.#partOf(profile);
    this.apply(part);
    return part;
  }

  /** Adds what another one of the same parts has added. */
  apply({ startTime, endTime, nodes, frames, hits, ticks, samples, times }: JoinedPart): void {
    if (Number.isNaN(this.#startTime)) this.#startTime = startTime;
    this.#endTime = endTime;
    for (const frame of frames) if (!this.#rowOfFrame.has(frame)) this.#addFrame(frame);
    for (const [parent, frame] of nodes) if (this.#find(parent, frame) === undefined) this.#addNode(parent, frame);
    for (const [node, count] of hits) this.#hits.values[node - 1] += count;
    for (const [node, line, count] of ticks) {
      const ofNode = (this.#ticks[node - 1] ??= new Map<number, number>());
      ofNode.set(line, (ofNode.get(line) ?? 0) + count);
    }
    if (samples.length === 0) return;
    let [first, last] = [Infinity, -Infinity];
    for (const time of times) [first, last] = [Math.min(first, time), Math.max(last, time)];
    // Of a thread that does not answer for half an hour a part is longer than 32 bits tell.
    const fits = first >= -(2 ** 31) && last < 2 ** 31;
    this.#chunks.push({
      base: startTime,
      node: Int32Array.from(samples),
      time: fits ? Int32Array.from(times) : Float64Array.from(times),
    });
    this.#sampleCount += samples.length;
    this.#lastSample = Math.max(this.#lastSample, startTime + last);
  }

  /** Takes over the oldest samples as another one has thinned them. */
  applyHistory(written: WrittenHistory): void {
    this.#history = new SampleHistory({ interval: 1, longest: written.longestUs ?? Infinity }, () => FrameKind.script);
    this.#history.restore(written);
  }

  /**
   * Gives up the order of the oldest samples as long as there are more than are to be kept. From when on readings of the clock
   * are needed still, on the clock of `process.hrtime`; undefined where nothing changed.
   */
  thin({ keep, ...options }: ThinningOptions): Microseconds | undefined {
    let changed = false;
    while (this.#chunks.length > 2 && this.#sampleCount - this.#chunks[0].node.length >= keep) {
      this.#history ??= this.#startHistory(options);
      this.#history.add(weighSamples(this.#timed(0), this.#weighedNodes(), this.#weighing(0, options)));
      this.#sampleCount -= this.#chunks[0].node.length;
      this.#chunks.shift();
      changed = true;
    }
    return changed ? this.#beginOf(this.#chunks[0]) - CLOCK_MARGIN : undefined;
  }

  /** How long samples may stand, by those that there are when it begins. */
  #startHistory(options: Omit<ThinningOptions, 'keep'>): SampleHistory {
    const weights: number[] = [];
    const durations: number[] = [];
    const step = Math.ceil(this.#chunks.length / ENOUGH_PARTS);
    for (let at = 0; at + 1 < this.#chunks.length; at += step) {
      const weighing = { ...this.#weighing(at, options), longest: Infinity };
      const { node, start, cpu, blocked } = weighSamples(this.#timed(at), this.#weighedNodes(), weighing);
      for (let i = 0; i < node.length; i++) {
        const wall = start[i + 1] - start[i];
        durations.push(wall);
        if (this.#kindOf(node[i]) === FrameKind.script) weights.push(cpu ? cpu[i] + (blocked?.[i] ?? 0) : wall);
      }
    }
    const interval = medianDuration(Float64Array.from(durations)) ?? options.requestedInterval ?? 1000;
    const longest = Math.round(longestOf(medianDuration(Float64Array.from(weights)), options.requestedInterval));
    return new SampleHistory({ interval, longest }, (node) => this.#kindOf(node));
  }

  #weighing(at: number, { clock, requestedInterval }: Omit<ThinningOptions, 'keep'>): Weighing {
    const [from, to] = [this.#beginOf(this.#chunks[at]), this.#beginOf(this.#chunks[at + 1])];
    const curve = clock && buildCpuCurve(clockWithin(clock, from - CLOCK_MARGIN, to + CLOCK_MARGIN), 0);
    return { curve, requestedInterval, longest: this.#history?.rules.longest };
  }

  /** The samples of a part in the order of time, with the begin of the next part as their end. */
  #timed(at: number): { readonly node: Int32Array; readonly start: Float64Array } {
    const { base, node, time } = this.#chunks[at];
    const order = Array.from(node.keys()).sort((a, b) => time[a] - time[b] || a - b);
    const start = new Float64Array(node.length + 1);
    order.forEach((row, i) => (start[i] = Math.max(this.#startTime, base + time[row])));
    start[node.length] = Math.max(start[node.length - 1], this.#beginOf(this.#chunks[at + 1]));
    return { node: Int32Array.from(order, (row) => node[row]), start };
  }

  #beginOf({ base, time }: Chunk): Microseconds {
    let first = Infinity;
    for (const one of time) first = Math.min(first, one);
    return Math.max(this.#startTime, base + first);
  }

  #weighedNodes(): WeighedNodes {
    return {
      kindOf: (node) => this.#kindOf(node),
      idleNode: () => this.#nodeOf(FrameKind.idle, '(idle)'),
      unsampledNode: () => this.#nodeOf(FrameKind.unsampled, UNSAMPLED),
    };
  }

  /** The one below the root that there is, or one more. */
  #nodeOf(kind: FrameKind, name: string): NodeIndex {
    for (let row = 1; row < this.#parent.length; row++)
      if (this.#parent.values[row] === 1 && this.#kindOf(row + 1) === kind) return row + 1;
    return this.#number(1, frameOf(name), this.#fresh);
  }

  /** As readers see a node's frame. */
  #kindOf(node: NodeIndex): FrameKind {
    const row = this.#frame.values[node - 1];
    const known = this.#kinds.get(row);
    if (known !== undefined) return known;
    const { functionName, url, lineNumber } = JSON.parse(this.#frames[row]) as Protocol.Runtime.CallFrame;
    const special = url === '' && lineNumber < 0 ? specialFrames.get(functionName) : undefined;
    this.#kinds.set(row, special ?? FrameKind.script);
    return special ?? FrameKind.script;
  }

  /** What the recording has to say of its thinned samples; undefined where none are. */
  thinned(): ThinnedFacts | undefined {
    if (!this.#history) return undefined;
    const { nodes: _, startsUs: _starts, ...facts } = this.#history.write();
    return facts;
  }

  /**
   * All that it knows, as records of a journal that has nothing else. What is added while they are read is not among them,
   * if the first one is asked for at once.
   */
  records(): Generator<JournalRecord> {
    const [startTime, endTime] = [this.#startTime, this.#endTime];
    const chunks = [...this.#chunks];
    const history = this.#history?.write();
    const tree = [...this.#treeRecords(startTime)];
    return (function* (): Generator<JournalRecord> {
      yield* tree;
      if (history) yield { thinned: history };
      for (const { base, node, time } of chunks)
        yield { part: { ...EMPTY, startTime: base, endTime, samples: Array.from(node), times: Array.from(time) } };
    })();
  }

  *#treeRecords(startTime: Microseconds): Generator<JournalRecord> {
    const frames = [...this.#frames];
    yield { part: { ...EMPTY, startTime, endTime: startTime, frames } };
    for (let from = 0; from < this.#hits.length; from += NODES_AT_ONCE) {
      const part = {
        nodes: [] as [number, number][],
        hits: [] as [number, number][],
        ticks: [] as [number, number, number][],
      };
      for (let row = from; row < Math.min(this.#hits.length, from + NODES_AT_ONCE); row++) {
        part.nodes.push([this.#parent.values[row], this.#frame.values[row]]);
        if (this.#hits.values[row] > 0) part.hits.push([row + 1, this.#hits.values[row]]);
        for (const [line, count] of this.#ticks[row] ?? []) part.ticks.push([row + 1, line, count]);
      }
      yield { part: { ...EMPTY, startTime, endTime: startTime, ...part } };
    }
  }

  #addFrame(frame: string): number {
    const row = this.#frames.push(frame) - 1;
    this.#rowOfFrame.set(frame, row);
    return row;
  }

  #find(parent: number, frame: number): number | undefined {
    return this.#children.get(parent * MOST_FRAMES + frame);
  }

  #addNode(parent: number, frame: number): number {
    this.#parent.push(parent);
    this.#frame.push(frame);
    const node = this.#hits.push(0) + 1;
    this.#children.set(parent * MOST_FRAMES + frame, node);
    return node;
  }

  /** Frames and nodes of the part get their numbers at once. */
  #partOf(profile: Profile): JoinedPart {
    const { startTime, endTime, samples = [], timeDeltas = [] } = profile;
    const fresh = this.#fresh;
    this.#fresh = { frames: [], nodes: [] };
    const nodeOf = this.#numberNodes(profile, fresh);
    const hits: [number, number][] = [];
    const ticks: [number, number, number][] = [];
    for (const { id, hitCount = 0, positionTicks = [] } of profile.nodes) {
      const node = nodeOf.get(id) ?? 1;
      if (hitCount > 0) hits.push([node, hitCount]);
      for (const { line, ticks: count } of positionTicks) ticks.push([node, line, count]);
    }
    const kept: { samples: number[]; times: number[] } = { samples: [], times: [] };
    // The thread may have woken up for the recorder, who was faster than the sampler's signal.
    if (this.held !== undefined && this.#sampleCount > 0 && this.#endTime > this.#lastSample + this.held) {
      kept.samples.push(this.#number(1, frameOf('(idle)'), fresh));
      kept.times.push(this.#lastSample + this.held - startTime);
    }
    if (startTime > this.#endTime) {
      kept.samples.push(this.#number(1, RECORDERS_FRAME, fresh));
      kept.times.push(this.#endTime - startTime);
    }
    let time = 0;
    for (let i = 0; i < samples.length; i++) {
      time += timeDeltas[i];
      // Both parts have the sample that was taken as one began before the other had ended.
      if (startTime + time <= this.#lastSample) continue;
      kept.samples.push(nodeOf.get(samples[i]) ?? 1);
      kept.times.push(time);
    }
    this.#redateIdle(kept, this.#lastSample - startTime);
    return { startTime, endTime, ...fresh, hits, ticks, ...kept };
  }

  /** A sample stands for an interval, not for what the thread idled behind it. `before`: when the last one before was taken. */
  #redateIdle(
    { samples, times }: { readonly samples: readonly number[]; readonly times: number[] },
    before: Microseconds,
  ): void {
    if (this.held === undefined) return;
    for (let i = 0; i < samples.length; i++) {
      const from = (i > 0 ? times[i - 1] : before) + this.held;
      if (from > -Infinity && times[i] > from && this.#kindOf(samples[i]) === FrameKind.idle) times[i] = from;
    }
  }

  /** The number of each node of a profile, by its id there. */
  #numberNodes(profile: Profile, fresh: Fresh): Map<number, number> {
    const byId = new Map(profile.nodes.map((node) => [node.id, node]));
    const numbers = new Map<number, number>();
    const [root] = profile.nodes;
    const waiting: [id: number, parent: number][] = [[root.id, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [id, parent] = next;
      const node = byId.get(id);
      if (node === undefined || numbers.has(id)) continue;
      const number = this.#number(parent, JSON.stringify(node.callFrame), fresh);
      numbers.set(id, number);
      for (const child of node.children ?? []) waiting.push([child, number]);
    }
    return numbers;
  }

  #number(parent: number, frame: string, fresh: Fresh): number {
    let row = this.#rowOfFrame.get(frame);
    if (row === undefined) {
      row = this.#addFrame(frame);
      fresh.frames.push(frame);
    }
    const known = this.#find(parent, row);
    if (known !== undefined) return known;
    fresh.nodes.push([parent, row]);
    return this.#addNode(parent, row);
  }

  /** The frame of each function, and the samples that ended in it, by the nodes. */
  *frames(): Generator<{ readonly callFrame: Protocol.Runtime.CallFrame; readonly hits: number }> {
    const hits = new Float64Array(this.#frames.length);
    for (let row = 0; row < this.#hits.length; row++) hits[this.#frame.values[row]] += this.#hits.values[row];
    for (let i = 0; i < hits.length; i++)
      yield { callFrame: JSON.parse(this.#frames[i]) as Protocol.Runtime.CallFrame, hits: hits[i] };
  }

  /** The whole as the text of a `.cpuprofile` without its last brace, as V8 spells it, in pieces. */
  *write(): Generator<Buffer> {
    let text = '{"nodes":[';
    const children = this.#childLists();
    for (let row = 0; row < this.#hits.length; row++) {
      text += `${row > 0 ? ',' : ''}${this.#nodeText(row, children[row])}`;
      if (text.length < PIECE) continue;
      yield Buffer.from(text);
      text = '';
    }
    text += `],"startTime":${this.#startTime},"endTime":${this.#endTime},"samples":[`;
    yield Buffer.from(text);
    yield* writeNumbers(this.#sampleNodes());
    yield Buffer.from('],"timeDeltas":[');
    yield* writeNumbers(this.#deltas());
    yield Buffer.from(']');
  }

  *#sampleNodes(): Generator<number> {
    yield* this.#history?.write().nodes ?? [];
    for (const { node } of this.#chunks) yield* node;
  }

  *#deltas(): Generator<number> {
    let before = this.#startTime;
    const starts = this.#history?.write().startsUs ?? [];
    for (let i = 0; i + 1 < starts.length; i++) {
      yield starts[i] - before;
      before = starts[i];
    }
    for (const { base, time } of this.#chunks)
      for (const one of time) {
        yield base + one - before;
        before = base + one;
      }
  }

  #childLists(): (number[] | undefined)[] {
    const lists: (number[] | undefined)[] = new Array<number[] | undefined>(this.#hits.length);
    for (let row = 1; row < this.#hits.length; row++) (lists[this.#parent.values[row] - 1] ??= []).push(row + 1);
    return lists;
  }

  #nodeText(row: number, children: readonly number[] | undefined): string {
    const ticks = this.#ticks[row];
    const lines = ticks && [...ticks].map(([line, count]) => `{"line":${line},"ticks":${count}}`);
    return (
      `{"id":${row + 1},"callFrame":${this.#frames[this.#frame.values[row]]},"hitCount":${this.#hits.values[row]}` +
      `${children ? `,"children":[${children.join(',')}]` : ''}${lines ? `,"positionTicks":[${lines.join(',')}]` : ''}}`
    );
  }
}

const EMPTY = { nodes: [], frames: [], hits: [], ticks: [], samples: [], times: [] };

/** Readings from the last before a time to the first behind another one. */
function clockWithin(clock: CpuClockReadings, from: Microseconds, to: Microseconds): CpuClockReadings {
  const { timesUs, cpuUs, waitUs, stoppedUs, runnableUs } = clock;
  const first = Math.max(0, lastAtOrBelow(timesUs, from));
  const end = lastAtOrBelow(timesUs, to) + 2;
  const cut = (values: readonly number[]): number[] => values.slice(first, end);
  return {
    timesUs: cut(timesUs),
    cpuUs: cut(cpuUs),
    ...(waitUs && { waitUs: cut(waitUs) }),
    ...(stoppedUs && { stoppedUs: cut(stoppedUs) }),
    ...(runnableUs && { runnableUs: cut(runnableUs) }),
  };
}

function* writeNumbers(values: Iterable<number>): Generator<Buffer> {
  let text = '';
  let separator = '';
  for (const value of values) {
    text += separator + String(value);
    separator = ',';
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
