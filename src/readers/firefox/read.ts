import * as v from 'valibot';
import type { Profiles, RecordingFacts, ValueName } from '../../core/index.ts';
import { type ReadOptions, scanJson } from '../cpuprofile/read.ts';
import { readStart } from '../cpuprofile/wrong-file.ts';
import { FormatError, parseAs } from '../format-error.ts';
import { buildThreads, type LinkedSamples, type LinkedThread } from '../stacks/linked-threads.ts';
import { buildStacks, type FirefoxStacks, IDLE } from './nodes.ts';
import { FirefoxTables, LONGEST_VALUE } from './tables.ts';

/** The keys of the whole, one of which stands first. */
const START = /^(?:\u00ef\u00bb\u00bf)?\s*\{\s*"(?:meta|libs|pages|counters|shared|threads)"\s*:/;

/** Whether a file that begins with these bytes is a profile of Firefox Profiler. */
export const isFirefox = (start: Buffer): boolean => START.test(start.toString('latin1'));

const positive = v.fallback(v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(8.64e15))), undefined);
const metaSchema = v.object({
  interval: positive,
  startTime: positive,
  /** Raw profiles of Firefox, whose tables are different ones, have another version. */
  preprocessedProfileVersion: v.optional(v.number()),
  categories: v.optional(v.array(v.object({ name: v.string() })), []),
  sampleUnits: v.optional(v.object({ threadCPUDelta: v.optional(v.string()) })),
});
type Meta = v.InferOutput<typeof metaSchema>;

const idSchema = v.optional(v.union([v.number(), v.string()]), 0);
const threadSchema = v.object({
  ...{ name: v.string(), pid: idSchema, tid: idSchema },
  processName: v.nullish(v.string()),
  isMainThread: v.optional(v.boolean()),
});

const DAMAGED = 'a table in it is damaged, or of a version that is not known yet; save it again';

/** Microseconds of the units of CPU time that are times; the third, cycles, is none. */
const CPU_UNITS: Readonly<Record<string, number>> = { ns: 1e-3, µs: 1 };

/**
 * Reads the processed format of Firefox Profiler, which samply and others write too: a profile for each thread with samples.
 * Format: https://github.com/firefox-devtools/profiler/blob/main/docs-developer/CHANGELOG-formats.md. Throws `FormatError`.
 */
export async function readFirefox(
  file: string,
  options: ReadOptions & { readonly time?: ValueName } = {},
): Promise<Profiles> {
  let meta: Meta | undefined;
  let shared: FirefoxTables | undefined;
  const threads: FirefoxTables[] = [];
  await scanJson(file, options, async (scanner) => {
    await readStart(scanner);
    await scanner.readMembers(async (key) => {
      const start = await scanner.peek();
      if (key === 'meta') meta = parseAs(metaSchema, await scanner.readValue(LONGEST_VALUE), file, DAMAGED);
      else if (key === 'shared' && start === 0x7b) shared = await new FirefoxTables().read(scanner);
      else if (key === 'threads' && start === 0x5b)
        await scanner.readEntries('[', ']', async () => {
          const thread = await new FirefoxTables().read(scanner);
          if (thread.stack.length > 0) threads.push(thread);
        });
      else await scanner.skipValue();
    });
  });
  if (meta === undefined) throw new FormatError(file, 'it is JSON but no profile: "meta" is missing');
  if (meta.preprocessedProfileVersion === undefined)
    throw new FormatError(
      file,
      'it is a raw profile of Firefox; open it in profiler.firefox.com, and save it from there',
    );
  if (threads.length === 0) throw new FormatError(file, 'none of its threads has samples; record it again');
  return buildProfiles(file, meta, shared, threads, options.time);
}

function buildProfiles(
  file: string,
  meta: Meta,
  shared: FirefoxTables | undefined,
  threads: readonly FirefoxTables[],
  time: ValueName | undefined,
): Profiles {
  const categories = meta.categories.map(({ name }) => name);
  const stacksOf = (tables: FirefoxTables): FirefoxStacks => {
    const stacks = buildStacks(tables, categories);
    if (stacks === undefined) throw new FormatError(file, DAMAGED);
    return stacks;
  };
  const common = shared && stacksOf(shared);
  const cpuUnit = CPU_UNITS[meta.sampleUnits?.threadCPUDelta ?? ''] as number | undefined;
  const hasCpu = threads.every((thread) => thread.numbers('samples', 'threadCPUDelta').some((each) => each > 0));
  const unit = time !== 'wall' && hasCpu ? cpuUnit : undefined;
  const scripts = new Map(common?.scripts);
  const found = threads.map((thread): LinkedThread => {
    // Until version 60 each thread has tables of its own.
    const stacks = common ?? stacksOf(thread);
    for (const [url, known] of stacks.scripts) scripts.set(url, known);
    return { ...describe(file, thread), nodes: stacks.nodes, samples: readSamples(file, thread, stacks, unit) };
  });
  const facts: Omit<RecordingFacts, 'duration'> = {
    ...{ sampler: 'other', diagnostics: [] },
    ...(meta.startTime !== undefined && { startedAt: meta.startTime }),
    ...(meta.interval !== undefined && { requestedIntervalUs: meta.interval * 1000 }),
  };
  return buildThreads(file, found, facts, (url) => scripts.get(url));
}

function describe(file: string, { facts }: FirefoxTables): Omit<LinkedThread, 'nodes' | 'samples'> {
  const { name, pid, tid, processName, isMainThread } = parseAs(threadSchema, facts, file, DAMAGED);
  const [process, thread] = [pid, tid].map((id) => Math.abs(Number.parseInt(String(id))) || 0);
  const isMain = isMainThread ?? (name === 'GeckoMain' || String(pid) === String(tid));
  return { name, process: processName ?? undefined, pid: process, tid: thread, isMain };
}

/**
 * Uses up the columns of the thread's samples. `cpuUnit`: microseconds of a number of `threadCPUDelta`; undefined where the samples
 * are to weigh wall time.
 */
function readSamples(
  file: string,
  thread: FirefoxTables,
  { isIdle }: FirefoxStacks,
  cpuUnit: number | undefined,
): LinkedSamples {
  const column = (name: string): Float64Array => thread.numbers('samples', name);
  const { stack } = thread;
  const [weight, cpu] = ['weight', 'threadCPUDelta'].map(column);
  const weightType = thread.other('samples', 'weightType') ?? 'samples';
  const isTracing = weightType === 'tracing-ms' && weight.length > 0;
  if (!isTracing && weightType !== 'samples')
    throw new FormatError(file, 'its samples weigh what is no time; record CPU samples');
  const time = readTimes(column('timeDeltas'), column('time'));
  const weighed = isTracing ? weight : cpuUnit === undefined ? time : cpu;
  if (time.length !== stack.length || weighed.length !== stack.length) throw new FormatError(file, DAMAGED);
  for (let i = 0; i < stack.length; i++) {
    if (weight[i] < 0)
      throw new FormatError(file, 'it holds the difference of two profiles (negative weights); open these two');
    if (!Number.isFinite(time[i])) throw new FormatError(file, DAMAGED);
    if (isIdle[stack[i]] === 1) stack[i] = IDLE;
  }
  if (isTracing) {
    for (let i = 0; i < weight.length; i++) weight[i] = (weight[i] || 0) * 1000;
    return { node: stack, time, weight, isCpu: cpuUnit !== undefined };
  }
  if (cpuUnit === undefined) return { node: stack, time };
  // A sample has the CPU time since the one before it. Before the first, nobody knows.
  for (let i = 0; i < stack.length; i++) {
    cpu[i] = i > 0 && cpu[i] > 0 ? cpu[i] * cpuUnit : 0;
    if (cpu[i] === 0) stack[i] = IDLE;
    time[i] -= cpu[i];
  }
  return { node: stack, time, weight: cpu, isCpu: true };
}

/**
 * When each sample was taken, in microseconds. The file has milliseconds: since the sample before, or since its beginning. Changes
 * the column in place.
 */
function readTimes(deltas: Float64Array, times: Float64Array): Float64Array {
  let now = 0;
  for (let i = 0; i < deltas.length; i++) deltas[i] = (now += deltas[i]) * 1000;
  if (deltas.length > 0) return deltas;
  for (let i = 0; i < times.length; i++) times[i] *= 1000;
  return times;
}
