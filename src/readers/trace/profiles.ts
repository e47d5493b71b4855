import * as v from 'valibot';
import { float64Column, int32Column, Numbering, RowIndex } from '../../core/index.ts';
import { parseCallFrame, urlOfScript } from '../cpuprofile/build-frames.ts';
import { FormatError, parseAs } from '../format-error.ts';
import { LinkedNodes } from '../stacks/linked-nodes.ts';
import type { LinkedThread } from '../stacks/linked-threads.ts';
import type { TraceEvent, TraceThreads } from './threads.ts';

const number = v.pipe(v.number(), v.finite());
const DAMAGED = 'a part of the CPU profile in it is damaged; record it again';
const numbers = v.optional(v.custom<number[]>(Array.isArray), []);
const nodes = v.optional(v.custom<unknown[]>(Array.isArray), []);
const chunkSchema = v.object({
  cpuProfile: v.optional(v.object({ nodes, samples: numbers }), {}),
  timeDeltas: numbers,
  /** Where in its function each sample was; from one, zero for unknown. Old Chromes write neither. */
  lines: numbers,
  columns: numbers,
  endTime: v.optional(number),
});
const startSchema = v.object({ startTime: number });

/** The samples of a chunk, from a row to before another. */
interface Chunk {
  readonly ts: number;
  readonly from: number;
  readonly until: number;
  readonly endTime: number | undefined;
}

class TraceProfile {
  /** The thread that was sampled. Chunks are written by another one. */
  tid = 0;
  startTime = 0;
  readonly nodes = new LinkedNodes();
  /** By name, script and where it begins. */
  readonly functions = new RowIndex();
  readonly names = new Numbering<unknown>();
  readonly chunks: Chunk[] = [];
  readonly node = int32Column();
  /** From the sample before it. */
  readonly delta = float64Column();
  readonly line = int32Column();
  readonly column = int32Column();

  constructor(readonly pid: number) {}
}

/** The profiles that V8 writes into a trace, each as one `Profile` event and many `ProfileChunk`s, in any order. */
export class TraceProfiles {
  readonly #profiles = new Map<string, TraceProfile>();

  constructor(private readonly file: string) {}

  add({ name, pid, tid, ts, id, args }: TraceEvent): void {
    if (name !== 'Profile' && name !== 'ProfileChunk') return;
    const key = `${pid} ${id}`;
    const profile = this.#profiles.get(key) ?? new TraceProfile(pid);
    this.#profiles.set(key, profile);
    const data = typeof args === 'object' && args !== null && 'data' in args ? args.data : undefined;
    if (name === 'ProfileChunk') this.#addChunk(profile, this.#parse(chunkSchema, data), Number(ts));
    else {
      profile.tid = tid;
      profile.startTime = this.#parse(startSchema, data).startTime;
    }
  }

  #parse<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T {
    return parseAs(schema, data, this.file, DAMAGED);
  }

  #addChunk(profile: TraceProfile, chunk: v.InferOutput<typeof chunkSchema>, ts: number): void {
    const { samples, nodes: more } = chunk.cpuProfile;
    const { timeDeltas, lines, columns, endTime } = chunk;
    if (samples.length !== timeDeltas.length)
      throw new FormatError(this.file, `it has ${samples.length} samples but ${timeDeltas.length} times`);
    for (const node of more) this.#addNode(profile, node);
    const from = profile.node.length;
    profile.node.append(samples);
    profile.delta.append(timeDeltas);
    const until = profile.node.length;
    for (const [column, known] of [
      [profile.line, lines],
      [profile.column, columns],
    ] as const) {
      // What is not known stays zero.
      column.append(known.length > samples.length ? known.slice(0, samples.length) : known);
      column.extend(until);
    }
    profile.chunks.push({ ts, from, until, endTime });
  }

  #addNode({ nodes, functions, names }: TraceProfile, node: unknown): void {
    const { id, parent, callFrame } = (node ?? {}) as { id?: unknown; parent?: unknown; callFrame?: Partial<RawFrame> };
    if (!Number.isFinite(id) || (parent !== undefined && !Number.isFinite(parent)))
      throw new FormatError(this.file, DAMAGED);
    if (parent === undefined) return nodes.add(id as number, undefined, -1);
    const { functionName, scriptId = -1, lineNumber = -1, columnNumber = -1 } = callFrame ?? {};
    const place = Number(scriptId) | 0;
    const row = functions.add(names.numberOf(functionName), place, Number(lineNumber) | 0, Number(columnNumber) | 0);
    const called = row < 0 ? ~row : row;
    if (row < 0) {
      const frame = parseCallFrame(callFrame);
      if (frame === undefined) throw new FormatError(this.file, 'a node has no "callFrame"');
      const { name, script, line, column } = frame;
      nodes.functions.push({ name, url: script === undefined ? '' : urlOfScript(script), line: line + 1, column });
    }
    nodes.add(id as number, parent as number, called);
  }

  /** The sampled threads. */
  threads(names: TraceThreads): LinkedThread[] {
    return [...this.#profiles.values()].map(({ pid, tid, startTime, chunks, nodes, delta, ...columns }) => {
      const time = delta.finish();
      let now = startTime;
      let end: number | undefined;
      for (const { from, until, endTime } of chunks.sort((a, b) => a.ts - b.ts)) {
        for (let i = from; i < until; i++) time[i] = now += time[i];
        end = endTime ?? end;
      }
      const [node, line, column] = [columns.node.finish(), columns.line.finish(), columns.column.finish()];
      return { ...names.describe(pid, tid), nodes, samples: { node, time, line, column, end } };
    });
  }
}

type RawFrame = Readonly<Record<'functionName' | 'scriptId' | 'lineNumber' | 'columnNumber', string | number>>;
