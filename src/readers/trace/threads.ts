import * as v from 'valibot';
import type { LinkedThread } from '../stacks/linked-threads.ts';

/** A number of a process or a thread, which some tools write as text. */
export const idSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]),
  v.transform(Number),
  v.safeInteger(),
  v.minValue(0),
);

/** What is the same in all events of use here. `ts` in microseconds, on one clock. */
export const traceEventSchema = v.object({
  name: v.string(),
  pid: idSchema,
  tid: v.optional(idSchema, 0),
  ts: v.optional(v.unknown()),
  id: v.optional(v.union([v.string(), v.number()])),
  args: v.optional(v.unknown()),
});
export type TraceEvent = v.InferOutput<typeof traceEventSchema>;

const namesSchema = v.object({ name: v.optional(v.string()), labels: v.optional(v.string()) });

/** What metadata events call the processes and threads. */
export class TraceThreads {
  readonly #threads = new Map<string, string>();
  readonly #processes = new Map<number, string>();

  add({ name, pid, tid, args }: TraceEvent): void {
    const named = v.safeParse(namesSchema, args);
    if (!named.success) return;
    const { name: text, labels } = named.output;
    if (name === 'thread_name' && text) this.#threads.set(`${pid} ${tid}`, text);
    // A page's title says more than "Renderer", and stands before or behind it.
    if (name === 'process_name' && text && !this.#processes.has(pid)) this.#processes.set(pid, text);
    if (name === 'process_labels' && labels) this.#processes.set(pid, labels);
  }

  describe(pid: number, tid: number): Omit<LinkedThread, 'nodes' | 'samples'> {
    const name = this.#threads.get(`${pid} ${tid}`);
    // Chrome's CrRendererMain, Node's JavaScriptMainThread; React Native's JavaScript has a thread of its own.
    const isMain = name === undefined ? pid === tid : /main|_js$/i.test(name);
    return { name: name ?? `thread ${tid}`, process: this.#processes.get(pid), pid, tid, isMain };
  }
}
