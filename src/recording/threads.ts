import * as v from 'valibot';

const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const time = v.pipe(finite, v.minValue(0));

/**
 * Why something was not recorded. `not-node`: a program of another kind; `other-runtime`: Deno or Bun; `node-too-old`: a Node that
 * cannot be recorded; `other-user`: a Node of another user; `flag`: one that a flag of its own keeps Heatline out of; `not-reached`:
 * one that did not get Heatline's environment; `options-replaced`: one that got it with another `NODE_OPTIONS`; `old-executable`: a
 * single executable application that refuses the inspector's flags; `not-attached`: it
 * got it, but Heatline could not sample it; `no-answer`: a thread that ran before Heatline came and did not answer, as it was in
 * native code; `samples-lost`: it was killed, or closed its inspector, and its samples went with it; `limit`: more threads used
 * more CPU time than this one, and not all are kept; `disk-full`: there was no room for its samples; `helper-threads`: the threads
 * of a recorded process in which no JavaScript runs (V8's compiler and garbage collection, libuv's pool, the sampler itself);
 * `short-lived`: processes that came and went unseen, known by their sum only (the name is empty), or that had become others by
 * their end.
 */
export const unrecordedReasons = [
  'not-node',
  'other-runtime',
  'node-too-old',
  'other-user',
  'flag',
  'not-reached',
  'options-replaced',
  'old-executable',
  'not-attached',
  'no-answer',
  'samples-lost',
  'limit',
  'disk-full',
  'helper-threads',
  'short-lived',
] as const;

const threadEntries = {
  /** Unique in the recording; the main thread has 1. */
  id: v.pipe(count, v.minValue(1)),
  /** Id of the thread that started it; absent where that was not recorded, and for the main thread. */
  parent: v.optional(count),
  /** `process`: the main thread of another process than the main thread's. */
  kind: v.picklist(['main', 'worker', 'process']),
  /** What a person recognises: the worker's own name, the script's file name, a command. */
  name: v.string(),
  /** Path or url of its script, where there is one. */
  script: v.optional(v.string()),
  pid: count,
  /** Linux only: the thread's id in the system. */
  tid: v.optional(count),
  /** The worker's number in its process (`worker_threads.threadId`). */
  workerId: v.optional(count),
  /**
   * On the clock of `process.hrtime`, which all threads and processes share, in microseconds: when recording it began. That
   * is time 0 of a V8 log's samples, and a moment before `startTime` of a `.cpuprofile`.
   */
  startUs: v.optional(finite),
  /** On the same clock: when the thread had ended, or its samples were taken. */
  endUs: v.optional(finite),
  recorded: v.boolean(),
  /** Only where it was not recorded. */
  reason: v.optional(v.picklist(unrecordedReasons)),
  /** What the system says that the thread used, in microseconds; absent where it does not. */
  cpuUs: v.optional(time),
};

/** What is known of a thread. It stands beside its samples too, so that these make sense alone. */
export const threadSchema = v.object(threadEntries);

/** A thread, with where its samples are in the file: from byte `at[0]` to before byte `at[1]`. */
const indexedThreadSchema = v.object({ ...threadEntries, at: v.optional(v.tuple([count, count])) });

/** CPU time that is in no recorded thread. */
export const unrecordedSchema = v.object({
  /** A command's name, or the name of the thread whose process it was. */
  name: v.string(),
  /** Of the one that used the most, where `processes` are several. */
  pid: count,
  processes: v.optional(v.pipe(count, v.minValue(1)), 1),
  cpuUs: time,
  reason: v.picklist(unrecordedReasons),
  /** What Node said of it, or the flag that keeps Heatline out, where that is known. */
  detail: v.optional(v.string()),
});

const indexSchema = v.object({
  /** The main thread first; a parent stands before what it started. */
  threads: v.pipe(v.array(indexedThreadSchema), v.readonly()),
  /** CPU time of the process tree that is in no thread of `threads`; the most first. */
  unrecorded: v.pipe(v.array(unrecordedSchema), v.readonly()),
  /** CPU time of the whole process tree as the system tells it, in microseconds; absent where it does not. */
  treeCpuUs: v.optional(time),
});

/** Why something was not recorded. */
export type UnrecordedReason = (typeof unrecordedReasons)[number];
/** What is known of one thread of a recording. */
export type ThreadFacts = Readonly<v.InferOutput<typeof threadSchema>>;
/** A thread of a recording of several; `at` is absent where nothing was recorded of it. */
export type IndexedThread = Readonly<v.InferOutput<typeof indexedThreadSchema>>;
/** CPU time that is in no recorded thread. */
export type UnrecordedCpu = Readonly<v.InferOutput<typeof unrecordedSchema>>;
/**
 * The threads of a recording and where each is in the file. Two kinds of file hold them:
 *
 * - `.cpuprofile`: the profile of the first recorded thread, as other tools read it: the main thread's wherever that was
 *   recorded. Those of the other threads, each a whole `.cpuprofile` with a `$heatline` of its own, are elements of the
 *   array under its key `$threads`. This index is under `threads` of its `$heatline`. The first thread's `at` is the whole
 *   file.
 * - `.v8log`, where at least one thread has a V8 log: one section after another, each beginning on a line of its own.
 *   A section is either a V8 log, from its `v8-version,` line to its `heatline,{…}` line, or a whole `.cpuprofile` on one
 *   line. They stand in the order of `threads`. The last line of the file is `heatline-threads,` with this index as JSON.
 *
 * A recording of one thread has an index only where CPU times of the process tree are known, and `$threads` not at all.
 * Where the bytes at `at` do not begin as a section does, somebody has rewritten the file, and the index does not hold.
 */
export type ThreadIndex = Readonly<v.InferOutput<typeof indexSchema>>;

/** What the last line of a `.v8log` of several threads begins with. */
export const THREADS_LINE = 'heatline-threads,';
/** The key under which a `.cpuprofile` holds the profiles of its further threads. */
export const THREADS_KEY = '$threads';

/** The typed form of an index as JSON; undefined where it cannot be understood. */
export function parseThreadIndex(value: unknown): ThreadIndex | undefined {
  const parsed = v.safeParse(indexSchema, value);
  return parsed.success ? parsed.output : undefined;
}
