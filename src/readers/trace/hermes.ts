import * as v from 'valibot';
import { parseAs } from '../format-error.ts';
import { LinkedNodes } from '../stacks/linked-nodes.ts';
import { type LinkedThread, placeOf } from '../stacks/linked-threads.ts';
import { NOWHERE, type StackFunction } from '../stacks/thread-builder.ts';
import { idSchema, type TraceThreads } from './threads.ts';

const sampleSchema = v.object({ pid: idSchema, tid: idSchema, ts: idSchema, sf: idSchema });
const line = v.optional(idSchema);
const frameSchema = v.object({
  name: v.string(),
  category: v.optional(v.string()),
  parent: v.optional(idSchema),
  ...{ line, column: line, funcLine: line, funcColumn: line },
});

/** The stacks of Hermes' sampler in a trace: a tree with a node for each place, and samples that name their node. */
export class HermesStacks {
  readonly #nodes = new LinkedNodes();
  readonly #samples = new Map<string, { pid: number; tid: number; node: number[]; time: number[] }>();

  constructor(private readonly file: string) {}

  addSample(value: unknown): void {
    const { pid, tid, ts, sf } = this.#parse(sampleSchema, value);
    const key = `${pid} ${tid}`;
    const samples = this.#samples.get(key) ?? { pid, tid, node: [], time: [] };
    this.#samples.set(key, samples);
    samples.node.push(sf);
    samples.time.push(ts);
  }

  addFrame(id: string, value: unknown): void {
    const frame = this.#parse(frameSchema, value);
    const place = placeOf(frame.line, frame.column);
    const called = frame.name === '[root]' ? -1 : this.#nodes.functions.push(functionOf(frame)) - 1;
    this.#nodes.add(this.#parse(idSchema, id), frame.parent, called, place);
  }

  #parse<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
    return parseAs(schema, value, this.file, 'a stack or sample in it is damaged; record it again');
  }

  threads(names: TraceThreads): LinkedThread[] {
    return [...this.#samples.values()].map(({ pid, tid, node, time }) => ({
      ...names.describe(pid, tid),
      nodes: this.#nodes,
      samples: { node, time: Float64Array.from(time) },
    }));
  }
}

/** `render(/app/index.bundle:12:7)`; the place is where the program was. */
const PLACED = /^(.*?)\((.*):\d+:\d+\)$/s;
/** What functions without a place are in: released apps have no debug info. */
const BYTECODE = 'Hermes bytecode';

function functionOf({ name, category, ...frame }: v.InferOutput<typeof frameSchema>): StackFunction {
  const [, plain = name, url = category === 'JavaScript' ? BYTECODE : ''] = PLACED.exec(name) ?? [];
  const isGc = category === 'Metadata' && name.startsWith('[GC');
  const begin = placeOf(frame.funcLine, frame.funcColumn) ?? NOWHERE;
  return { name: isGc ? '(garbage collector)' : plain, url, ...begin };
}
