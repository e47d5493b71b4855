import type { Protocol } from 'devtools-protocol';
import {
  FrameKind,
  float64Column,
  int32Column,
  type Microseconds,
  type NodeIndex,
  uint32Column,
} from '../../core/index.ts';
import { inPieces, listed } from '../../recording/in-pieces.ts';
import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import { specialFrames } from '../../readers/cpuprofile/build-frames.ts';
import { EveryOther, type TimedSamples } from './every-other.ts';

type Profile = Protocol.Profiler.Profile;

/** Samples of a part, by nodes. */
interface Taken {
  readonly samples: number[];
  readonly times: number[];
}

/** A frame as V8 would spell it; without a url what stands for idle time that V8 did not name. */
const frameOf = (functionName: string, url = '', place = -1): string =>
  JSON.stringify({ functionName, scriptId: '0', url, lineNumber: place, columnNumber: place });
/** What the program did for the recorder between two parts stands here, as if a function of the recorder's had run. */
const RECORDERS_FRAME = frameOf('rotate', RECORDER_SCRIPT, 0);
/** So many frames cannot be: node and frame fit into one number. */
const MOST_FRAMES = 2 ** 24;

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

  /** Adds a part as the inspector gave it, without the samples that are not kept. */
  add(profile: Profile): void {
    const { startTime, endTime } = profile;
    const nodeOf = this.#numberNodes(profile);
    for (const { id, hitCount = 0, positionTicks = [] } of profile.nodes) {
      const row = (nodeOf.get(id) ?? 1) - 1;
      this.#hits.values[row] += hitCount;
      for (const { line, ticks } of positionTicks) {
        const ofNode = (this.#ticks[row] ??= new Map<number, number>());
        ofNode.set(line, (ofNode.get(line) ?? 0) + ticks);
      }
    }
    const { node, time } = this.#pass(this.#samplesOf(profile, nodeOf), endTime);
    this.#node.append(node);
    this.#time.append(time);
    if (Number.isNaN(this.#startTime)) this.#startTime = startTime;
    this.#endTime = endTime;
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
    // Not in place: `write` may still read the samples of before.
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

  /** The samples of a part in order of time, and those that stand for the time since the part before. */
  #samplesOf({ startTime, samples = [], timeDeltas = [] }: Profile, nodeOf: ReadonlyMap<number, number>): TimedSamples {
    const taken: Taken = { samples: [], times: [] };
    // The thread may have woken up for the recorder, who was faster than the sampler's signal.
    if (this.held !== undefined && this.#lastSample > -Infinity && this.#endTime > this.#lastSample + this.held) {
      taken.samples.push(this.#number(1, frameOf('(idle)')));
      taken.times.push(this.#lastSample + this.held);
    }
    if (startTime > this.#endTime) {
      taken.samples.push(this.#number(1, RECORDERS_FRAME));
      taken.times.push(this.#endTime);
    }
    let time = startTime;
    for (let i = 0; i < samples.length; i++) {
      time += timeDeltas[i];
      // Both parts have the sample that was taken as one began before the other had ended.
      if (time <= this.#lastSample) continue;
      taken.samples.push(nodeOf.get(samples[i]) ?? 1);
      taken.times.push(time);
    }
    this.#redateIdle(taken);
    return inOrder(taken);
  }

  /** The samples of a part that stay. */
  #pass(samples: TimedSamples, endTime: Microseconds): TimedSamples {
    this.#lastSample = Math.max(this.#lastSample, samples.time.at(-1) ?? -Infinity);
    return this.#passes.reduce((left, pass) => pass.keep(left, endTime), samples);
  }

  /** A sample stands for an interval, not for what the thread idled behind it. */
  #redateIdle({ samples, times }: Taken): void {
    if (this.held === undefined) return;
    for (let i = 0; i < samples.length; i++) {
      const from = (i > 0 ? times[i - 1] : this.#lastSample) + this.held;
      if (from > -Infinity && times[i] > from && this.#kindOf(samples[i]) === FrameKind.idle) times[i] = from;
    }
  }

  /** The number of each node of a profile, by its id there. */
  #numberNodes(profile: Profile): Map<number, number> {
    const byId = new Map(profile.nodes.map((node) => [node.id, node]));
    const numbers = new Map<number, number>();
    const [root] = profile.nodes;
    const waiting: [id: number, parent: number][] = [[root.id, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [id, parent] = next;
      const node = byId.get(id);
      if (node === undefined || numbers.has(id)) continue;
      const number = this.#number(parent, JSON.stringify(node.callFrame));
      numbers.set(id, number);
      for (const child of node.children ?? []) waiting.push([child, number]);
    }
    return numbers;
  }

  #number(parent: number, frame: string): number {
    let row = this.#rowOfFrame.get(frame);
    if (row === undefined) {
      row = this.#frames.push(frame) - 1;
      this.#rowOfFrame.set(frame, row);
    }
    const key = parent * MOST_FRAMES + row;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    this.#parent.push(parent);
    this.#frame.push(row);
    const node = this.#hits.push(0) + 1;
    this.#children.set(key, node);
    return node;
  }

  /** The frame of each function, and the samples that ended in it, by the nodes. */
  *frames(): Generator<{ readonly callFrame: Protocol.Runtime.CallFrame; readonly hits: number }> {
    const hits = new Float64Array(this.#frames.length);
    for (let row = 0; row < this.#hits.length; row++) hits[this.#frame.values[row]] += this.#hits.values[row];
    for (let i = 0; i < hits.length; i++)
      yield { callFrame: JSON.parse(this.#frames[i]) as Protocol.Runtime.CallFrame, hits: hits[i] };
  }

  /**
   * The whole as the text of a `.cpuprofile` without its last brace, as V8 spells it, in pieces. Parts that are added while the
   * pieces are read are not in it.
   */
  write(): Iterable<string> {
    const { node, time } = this.#samples();
    const [withSamples, children] = [new Set(node), this.#childLists()];
    const nodeText = (row: number): string => this.#nodeText(row, children[row], withSamples.has(row + 1));
    const nodes = [...inPieces(listed(this.#hits.length, nodeText))];
    const [startTime, endTime] = [this.#startTime, this.#endTime];
    const parts = function* (): Generator<string> {
      yield '{"nodes":[';
      yield* nodes;
      yield `],"startTime":${startTime},"endTime":${endTime},"samples":[`;
      yield* listed(node.length, (i) => String(node[i]));
      yield '],"timeDeltas":[';
      yield* listed(time.length, (i) => String(time[i] - (i > 0 ? time[i - 1] : startTime)));
      yield ']';
    };
    return inPieces(parts());
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

/** Samples in the order of time; V8 writes some late. */
function inOrder({ samples, times }: Taken): TimedSamples {
  const order = [...times.keys()].sort((a, b) => times[a] - times[b] || a - b);
  return { node: Int32Array.from(order, (i) => samples[i]), time: Float64Array.from(order, (i) => times[i]) };
}
