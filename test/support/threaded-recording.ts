import { THREADS_KEY, THREADS_LINE, type ThreadFacts, type ThreadIndex } from '../../src/recording/threads.ts';

/** The JSON of a `.cpuprofile`. */
type ProfileObject = Readonly<Record<'nodes' | 'samples' | 'timeDeltas', readonly unknown[]>>;

/** A thread on its way into a recording; without samples, nothing was recorded of it. */
export interface ThreadToWrite extends Partial<ThreadFacts> {
  readonly name: string;
  /** A V8 log without its last line, or the object of a `.cpuprofile`. */
  readonly samples?: readonly string[] | ProfileObject;
  /** What else stands beside its samples. */
  readonly facts?: object;
}

/** What the index knows besides the threads. */
export type OutsideOfThreads = Partial<Omit<ThreadIndex, 'threads'>>;

const factsOf = ({ samples, facts: _, ...facts }: ThreadToWrite, i: number): ThreadFacts => ({
  ...{ id: i + 1, kind: i === 0 ? 'main' : 'worker', pid: 300, recorded: samples !== undefined },
  ...facts,
});

const noteOf = (thread: ThreadToWrite, i: number, threads?: ThreadIndex): object => ({
  ...{ version: 1, findings: [], scripts: [], program: '/app/main.js' },
  ...{ thread: factsOf(thread, i), ...thread.facts, threads },
});

/** A `.v8log` of several threads, as the recorder writes it. */
export function sectionedFile(threads: readonly ThreadToWrite[], outside: OutsideOfThreads = {}): string {
  let text = '';
  const indexed = threads.map((thread, i) => {
    const { samples } = thread;
    if (samples === undefined) return factsOf(thread, i);
    const note = noteOf(thread, i);
    const from = Buffer.byteLength(text);
    text +=
      samples instanceof Array
        ? `${[...samples, `heatline,${JSON.stringify(note)}`].join('\n')}\n`
        : `${JSON.stringify({ ...samples, $heatline: note })}\n`;
    return { ...factsOf(thread, i), at: [from, Buffer.byteLength(text)] as const };
  });
  return `${text}${THREADS_LINE}${JSON.stringify({ threads: indexed, unrecorded: [], ...outside })}\n`;
}

/** A `.cpuprofile` with other threads in it. All of them have samples. */
export function nestedProfile(threads: readonly ThreadToWrite[], outside: OutsideOfThreads = {}): object {
  const index = { threads: threads.map(factsOf), unrecorded: [], ...outside };
  const [first, ...others] = threads.map((thread, i) => ({
    ...(thread.samples as ProfileObject),
    $heatline: noteOf(thread, i, i === 0 ? index : undefined),
  }));
  return { ...first, [THREADS_KEY]: others };
}
