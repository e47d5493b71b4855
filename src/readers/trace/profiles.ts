import * as v from 'valibot';
import { UNKNOWN_LINE } from '../../core/index.ts';
import { type CallFrame, parseCallFrame } from '../cpuprofile/build-frames.ts';
import { FormatError } from '../format-error.ts';
import type { LinkedNode, LinkedThread } from '../stacks/linked-threads.ts';
import type { TraceEvent, TraceThreads } from './threads.ts';

const number = v.pipe(v.number(), v.finite());
/** One loop: a trace has millions of them. */
const numbers = v.optional(
  v.custom<number[]>((value) => Array.isArray(value) && value.every((each) => Number.isFinite(each))),
  [],
);
const nodeSchema = v.object({ id: number, parent: v.optional(number), callFrame: v.unknown() });
const chunkSchema = v.object({
  cpuProfile: v.optional(v.object({ nodes: v.optional(v.array(nodeSchema), []), samples: numbers }), {}),
  timeDeltas: numbers,
  /** Where in its function each sample was; from one, zero for unknown. Old Chromes write neither. */
  lines: numbers,
  columns: numbers,
  endTime: v.optional(number),
});
const startSchema = v.object({ startTime: number });

interface Chunk extends v.InferOutput<typeof chunkSchema> {
  readonly ts: number;
}

interface TraceProfile {
  /** The thread that was sampled. Chunks are written by another one. */
  tid: number | undefined;
  startTime: number;
  readonly pid: number;
  readonly chunks: Chunk[];
}

/** The profiles that V8 writes into a trace, each as one `Profile` event and many `ProfileChunk`s, in any order. */
export class TraceProfiles {
  readonly #profiles = new Map<string, TraceProfile>();

  constructor(private readonly file: string) {}

  add({ name, pid, tid, ts, id, args }: TraceEvent): void {
    if (name !== 'Profile' && name !== 'ProfileChunk') return;
    const key = `${pid} ${id}`;
    const profile = this.#profiles.get(key) ?? { tid: undefined, startTime: 0, pid, chunks: [] };
    this.#profiles.set(key, profile);
    const data = typeof args === 'object' && args !== null && 'data' in args ? args.data : undefined;
    if (name === 'ProfileChunk') profile.chunks.push({ ...this.#parse(chunkSchema, data), ts: Number(ts) });
    else {
      profile.tid = tid;
      profile.startTime = this.#parse(startSchema, data).startTime;
    }
  }

  #parse<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T {
    const parsed = v.safeParse(schema, data);
    if (parsed.success) return parsed.output;
    throw new FormatError(this.file, 'a part of the CPU profile in it is damaged; record it again');
  }

  /** The sampled threads. */
  threads(names: TraceThreads): LinkedThread[] {
    return [...this.#profiles.values()].map(({ pid, tid = 0, startTime, chunks }) => {
      const nodes = new Map<number, LinkedNode>();
      const [node, time, line, column]: [number[], number[], number[], number[]] = [[], [], [], []];
      let now = startTime;
      let end: number | undefined;
      for (const chunk of chunks.sort((a, b) => a.ts - b.ts)) {
        const { samples, nodes: more } = chunk.cpuProfile;
        for (const { id, parent, callFrame } of more) nodes.set(id, this.#nodeOf(parent, parseCallFrame(callFrame)));
        if (samples.length !== chunk.timeDeltas.length)
          throw new FormatError(this.file, `it has ${samples.length} samples but ${chunk.timeDeltas.length} times`);
        for (const [i, id] of samples.entries()) {
          now += chunk.timeDeltas[i];
          node.push(id);
          time.push(now);
          line.push(chunk.lines[i] ?? UNKNOWN_LINE);
          column.push(chunk.columns[i] ?? 0);
        }
        end = chunk.endTime ?? end;
      }
      return { ...names.describe(pid, tid), nodes, samples: { node, time, line, column, end } };
    });
  }

  #nodeOf(parent: number | undefined, frame: CallFrame | undefined): LinkedNode {
    if (frame === undefined) throw new FormatError(this.file, 'a node has no "callFrame"');
    if (parent === undefined) return {};
    const { name, script, line, column } = frame;
    return { parent, function: { name, url: script?.url ?? '', line: line + 1, column } };
  }
}
