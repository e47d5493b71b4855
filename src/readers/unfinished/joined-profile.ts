import type { Protocol } from 'devtools-protocol';
import { float64Column, int32Column, uint32Column } from '../../core/index.ts';
import { RECORDER_SCRIPT } from '../../recording/rendezvous.ts';
import type { JoinedPart } from '../../recording/journal.ts';

type Profile = Protocol.Profiler.Profile;

/** What the program did for the recorder between two parts stands here, as if a function of the recorder's had run. */
const RECORDERS_FRAME = JSON.stringify({
  functionName: 'rotate',
  scriptId: '0',
  url: RECORDER_SCRIPT,
  lineNumber: 0,
  columnNumber: 0,
});
/** So many frames cannot be: node and frame fit into one number. */
const MOST_FRAMES = 2 ** 24;
/** Text is written in pieces of about this many characters. */
const PIECE = 1 << 18;

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
  readonly #samples = int32Column();
  readonly #times = float64Column();
  #startTime = NaN;
  #endTime = NaN;
  #lastSample = -Infinity;

  get sampleCount(): number {
    return this.#samples.length;
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
    for (let i = 0; i < samples.length; i++) {
      const time = startTime + times[i];
      this.#samples.push(samples[i]);
      this.#times.push(time);
      this.#lastSample = Math.max(this.#lastSample, time);
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
    const fresh: { frames: string[]; nodes: [number, number][] } = { frames: [], nodes: [] };
    const nodeOf = this.#numberNodes(profile, fresh);
    const hits: [number, number][] = [];
    const ticks: [number, number, number][] = [];
    for (const { id, hitCount = 0, positionTicks = [] } of profile.nodes) {
      const node = nodeOf.get(id) ?? 1;
      if (hitCount > 0) hits.push([node, hitCount]);
      for (const { line, ticks: count } of positionTicks) ticks.push([node, line, count]);
    }
    const kept: { samples: number[]; times: number[] } = { samples: [], times: [] };
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
    return { startTime, endTime, ...fresh, hits, ticks, ...kept };
  }

  /** The number of each node of a profile, by its id there. */
  #numberNodes(profile: Profile, fresh: { frames: string[]; nodes: [number, number][] }): Map<number, number> {
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

  #number(parent: number, frame: string, fresh: { frames: string[]; nodes: [number, number][] }): number {
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
    yield* writeNumbers(this.#samples.length, (i) => this.#samples.values[i]);
    yield Buffer.from('],"timeDeltas":[');
    const times = this.#times.values;
    yield* writeNumbers(this.#times.length, (i) => times[i] - (i === 0 ? this.#startTime : times[i - 1]));
    yield Buffer.from(']');
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

function* writeNumbers(count: number, valueOf: (i: number) => number): Generator<Buffer> {
  let text = '';
  for (let i = 0; i < count; i++) {
    text += i > 0 ? `,${valueOf(i)}` : String(valueOf(i));
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
