import type { Protocol } from 'devtools-protocol';
import {
  FrameKind,
  float64Column,
  int32Column,
  type Microseconds,
  type NodeIndex,
  uint32Column,
} from '../../core/index.ts';
import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import type { JoinedPart, JournalRecord } from '../../recording/journal.ts';
import { specialFrames } from '../cpuprofile/build-frames.ts';
import { EveryOther, type TimedSamples } from './every-other.ts';

type Profile = Protocol.Profiler.Profile;

/** A frame as V8 would spell it; without a url what stands for idle time that V8 did not name. */
const frameOf = (functionName: string, url = '', place = -1): string =>
  JSON.stringify({ functionName, scriptId: '0', url, lineNumber: place, columnNumber: place });
/** What the program did for the recorder between two parts stands here, as if a function of the recorder's had run. */
const RECORDERS_FRAME = frameOf('rotate', RECORDER_SCRIPT, 0);
/** Nodes and samples are told to the journal in pieces of so many. */
const ROWS_AT_ONCE = 4096;
/** So many frames cannot be: node and frame fit into one number. */
const MOST_FRAMES = 2 ** 24;
/** Text is written in pieces of about this many characters. */
const PIECE = 1 << 18;

/** Nodes and frames that the journal does not know yet. */
interface Fresh {
  readonly frames: string[];
  readonly nodes: [parent: number, frame: number][];
}

/** Joins the parts of a profile that were taken out of a thread one after the other. */
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
  #node = int32Column<NodeIndex>();
  #time = float64Column();
  /** What each sample of a part has to pass in order to stay. */
  #passes: EveryOther[] = [];
  #fresh: Fresh = { frames: [], nodes: [] };
  #startTime = NaN;
  #endTime = NaN;
  #lastSample = -Infinity;

  /**
   * `held`: V8's samples waited for as long as the thread idled, which is sampled when it wakes up; so long after the sample
   * before that idle time began, at the latest. Absent for idle time that is sampled as all other is.
   */
  constructor(private readonly held?: Microseconds) {}

  get sampleCount(): number {
    return this.#node.length;
  }

  /** Of so many samples one was kept: a power of two. */
  get keptOneIn(): number {
    return 2 ** this.#passes.length;
  }

  /** Adds a part as the inspector gave it. What it adds is returned, without the samples that are not kept. */
  add(profile: Profile): JoinedPart {
    const part = this.#partOf(profile);
    this.apply(part);
    return part;
  }

  /** Adds what another one of the same parts has added. */
  apply({ startTime, endTime, nodes, frames, hits, ticks, samples, times, keptOneIn = 1 }: JoinedPart): void {
    while (this.keptOneIn < keptOneIn) this.#halve();
    if (Number.isNaN(this.#startTime)) this.#startTime = startTime;
    this.#endTime = endTime;
    for (const frame of frames) if (!this.#rowOfFrame.has(frame)) this.#addFrame(frame);
    for (const [parent, frame] of nodes) if (this.#find(parent, frame) === undefined) this.#addNode(parent, frame);
    for (const [node, count] of hits) this.#hits.values[node - 1] += count;
    for (const [node, line, count] of ticks) {
      const ofNode = (this.#ticks[node - 1] ??= new Map<number, number>());
      ofNode.set(line, (ofNode.get(line) ?? 0) + count);
    }
    this.#node.append(Int32Array.from(samples));
    this.#time.append(Float64Array.from(times, (time) => startTime + time));
  }

  /** Keeps every other sample, and again, as long as there are more than are to be kept; so it does with all that come later. */
  thin(keep: number): void {
    for (let before = Infinity; this.sampleCount > keep && this.sampleCount < before;) {
      before = this.sampleCount;
      this.#halve();
    }
  }

  #halve(): void {
    const pass = new EveryOther((node) => this.#kindOf(node) === FrameKind.idle, this.#passes.length);
    const { node, time } = pass.keep(this.#samples(), this.#endTime);
    this.#passes.push(pass);
    // Not in place: the journal may be written from the samples of before.
    [this.#node, this.#time] = [int32Column<NodeIndex>(), float64Column()];
    this.#node.append(node);
    this.#time.append(time);
  }

  #samples(): TimedSamples {
    const { length } = this.#node;
    return { node: this.#node.values.subarray(0, length), time: this.#time.values.subarray(0, length) };
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

  /**
   * All that it knows, as records of a journal that has nothing else. What is added while they are read is not among them,
   * if the first one is asked for at once.
   */
  records(): Generator<JournalRecord> {
    const [startTime, endTime, keptOneIn] = [this.#startTime, this.#endTime, this.keptOneIn];
    const { node, time } = this.#samples();
    const tree = [...this.#treeRecords(startTime)];
    return (function* (): Generator<JournalRecord> {
      yield* tree;
      for (let from = 0; from < node.length; from += ROWS_AT_ONCE) {
        const samples = Array.from(node.subarray(from, from + ROWS_AT_ONCE));
        const times = Array.from(time.subarray(from, from + ROWS_AT_ONCE), (at) => at - startTime);
        yield { part: { ...EMPTY, startTime, endTime, samples, times, keptOneIn } };
      }
    })();
  }

  *#treeRecords(startTime: Microseconds): Generator<JournalRecord> {
    const { keptOneIn } = this;
    yield { part: { ...EMPTY, startTime, endTime: startTime, frames: [...this.#frames], keptOneIn } };
    for (let from = 0; from < this.#hits.length; from += ROWS_AT_ONCE) {
      const part = {
        nodes: [] as [number, number][],
        hits: [] as [number, number][],
        ticks: [] as [number, number, number][],
      };
      for (let row = from; row < Math.min(this.#hits.length, from + ROWS_AT_ONCE); row++) {
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
    if (this.held !== undefined && this.#lastSample > -Infinity && this.#endTime > this.#lastSample + this.held) {
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
    const { node, time: at } = this.#pass(inOrder(kept, startTime), endTime);
    const coarse = this.#passes.length > 0 && { keptOneIn: this.keptOneIn };
    const times = Array.from(at, (one) => one - startTime);
    return { startTime, endTime, ...fresh, hits, ticks, samples: Array.from(node), times, ...coarse };
  }

  /** The samples of a part that stay. */
  #pass(samples: TimedSamples, endTime: Microseconds): TimedSamples {
    this.#lastSample = Math.max(this.#lastSample, samples.time.at(-1) ?? -Infinity);
    return this.#passes.reduce((left, pass) => pass.keep(left, endTime), samples);
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
    const withSamples = new Set(this.#samples().node);
    for (let row = 0; row < this.#hits.length; row++) {
      text += `${row > 0 ? ',' : ''}${this.#nodeText(row, children[row], withSamples.has(row + 1))}`;
      if (text.length < PIECE) continue;
      yield Buffer.from(text);
      text = '';
    }
    text += `],"startTime":${this.#startTime},"endTime":${this.#endTime},"samples":[`;
    yield Buffer.from(text);
    yield* writeNumbers(this.#samples().node);
    yield Buffer.from('],"timeDeltas":[');
    yield* writeNumbers(this.#deltas());
    yield Buffer.from(']');
  }

  *#deltas(): Generator<number> {
    let before = this.#startTime;
    for (const time of this.#samples().time) {
      yield time - before;
      before = time;
    }
  }

  #childLists(): (number[] | undefined)[] {
    const lists: (number[] | undefined)[] = new Array<number[] | undefined>(this.#hits.length);
    for (let row = 1; row < this.#hits.length; row++) (lists[this.#parent.values[row] - 1] ??= []).push(row + 1);
    return lists;
  }

  /** Lines of a node without a sample that was kept have no time. */
  #nodeText(row: number, children: readonly number[] | undefined, hasSamples: boolean): string {
    const ticks = hasSamples ? this.#ticks[row] : undefined;
    const lines = ticks && [...ticks].map(([line, count]) => `{"line":${line},"ticks":${count}}`);
    return (
      `{"id":${row + 1},"callFrame":${this.#frames[this.#frame.values[row]]},"hitCount":${this.#hits.values[row]}` +
      `${children ? `,"children":[${children.join(',')}]` : ''}${lines ? `,"positionTicks":[${lines.join(',')}]` : ''}}`
    );
  }
}

const EMPTY = { nodes: [], frames: [], hits: [], ticks: [], samples: [], times: [] };

/** Samples in the order of time; V8 writes some late. */
function inOrder(
  { samples, times }: { readonly samples: readonly number[]; readonly times: readonly number[] },
  startTime: Microseconds,
): TimedSamples {
  const order = [...times.keys()].sort((a, b) => times[a] - times[b] || a - b);
  return {
    node: Int32Array.from(order, (i) => samples[i]),
    time: Float64Array.from(order, (i) => startTime + times[i]),
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
