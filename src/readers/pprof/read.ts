import { readFile, stat } from 'node:fs/promises';
import { Profile as Pprof, type Sample } from 'pprof-format';
import {
  type FrameIndex,
  LONGEST_RECORDING,
  MAIN_THREAD,
  type NodeIndex,
  NONE,
  type PositionIndex,
  type Profile,
  type Profiles,
  type RecordingFacts,
  type SampleLabel,
  type ValueName,
} from '../../core/index.ts';
import { FormatError } from '../format-error.ts';
import { ThreadBuilder } from '../stacks/thread-builder.ts';
import { findProblem } from './check.ts';
import { END_TIME, labelsOf, selectLabelled, sharesOfLabels, THREAD_ID, THREAD_NAME } from './labels.ts';
import { hasExecutedLines, type PprofEntry, readLocations } from './stack-entries.ts';
import { type ChosenValue, chooseValue, countOfSamples, valuesOf } from './values.ts';

export interface ReadPprofOptions {
  /** The name of the value that is to be heat; without it the profile's own default, or wall time if `time` says so. */
  readonly value?: string;
  readonly time?: ValueName;
  /** Only the samples that have these: of several with one key, any. */
  readonly labels?: readonly SampleLabel[];
}

/** Larger files do not fit into one buffer with what is decoded from it. */
const MOST_BYTES = 1024 ** 3;
/** Samples that were counted together become one row each, up to so many. */
const MOST_ROWS = 4_000_000;
/** A label that many values have does not tell threads. */
const MOST_THREADS = 1000;

/**
 * Reads a pprof (https://github.com/google/pprof/blob/main/proto/profile.proto) of any language: a profile for each thread that
 * labels tell. Throws `FormatError`.
 */
export async function readPprof(file: string, options: ReadPprofOptions = {}): Promise<Profiles> {
  const whole = await decode(file);
  const values = valuesOf(whole);
  const chosen = chooseValue(values, whole, options.value, options.time);
  const names = values.map(({ type: { name } }) => name).join(', ');
  if (chosen === undefined) throw new FormatError(file, `it has no value "${options.value}", but ${names}`);
  const facts = factsOf(whole, values, chosen);
  const profile = selectSamples(file, whole, options.labels);
  const work = { profile, chosen, facts, count: countedBy(profile, values, chosen), locations: readLocations(profile) };
  const [first, ...others] = threadsOf(profile);
  return [buildThread(work, first), ...others.map((thread, i) => buildThread(work, thread, i + 1))];
}

async function decode(file: string): Promise<Pprof> {
  if ((await stat(file)).size > MOST_BYTES) throw new FormatError(file, 'it is larger than any pprof');
  const bytes = await readFile(file);
  let profile: Pprof;
  try {
    profile = Pprof.decode(bytes);
  } catch (error) {
    const problem = 'it begins as a pprof does, and is damaged or cut off; copy it again';
    throw new FormatError(file, problem, undefined, { cause: error });
  }
  const problem = findProblem(profile);
  if (problem !== undefined) throw new FormatError(file, problem);
  return profile;
}

function selectSamples(file: string, profile: Pprof, labels: readonly SampleLabel[] = []): Pprof {
  const samples = labels.length > 0 ? selectLabelled(profile, labels) : profile.sample;
  if (typeof samples === 'string') throw new FormatError(file, samples);
  profile.sample = [...samples];
  return profile;
}

/** What is known of the whole recording. */
function factsOf(profile: Pprof, values: readonly ChosenValue[], { at, type, valueName }: ChosenValue): RecordingFacts {
  const [time, duration] = [Number(profile.timeNanos), Number(profile.durationNanos)];
  const { strings } = profile.stringTable;
  const labels = sharesOfLabels(profile, at);
  const isOfNode = profile.function.some(({ filename }) => /^node:|\.[cm]?[jt]sx?$/.test(strings[Number(filename)]));
  const hasBegins = profile.function.some(({ startLine }) => Number(startLine) > 0);
  return {
    // Node's recorders take the samples of V8's profiler, as the inspector does, and its lines are as good as there.
    sampler: isOfNode && !hasBegins && hasExecutedLines(profile) ? 'inspector' : 'other',
    diagnostics: [],
    merged: true,
    // Some converters write the time of the day there.
    duration: duration >= 0 && duration / 1e3 <= LONGEST_RECORDING ? duration / 1e3 : 0,
    ...(time > 0 && { startedAt: time / 1e6 }),
    ...(valueName === undefined && { value: type }),
    ...(values.length > 1 && { values: values.map((each) => each.type) }),
    ...(labels && { labels }),
  };
}

interface PprofThread {
  readonly name: string | undefined;
  readonly samples: readonly Sample[];
}

/** The samples of each thread, where labels tell them apart: the main thread's first, then those with the most samples. */
function threadsOf({ sample: samples, stringTable: { strings } }: Pprof): readonly [PprofThread, ...PprofThread[]] {
  const threads = new Map<string, { name: string | undefined; samples: Sample[] }>();
  for (const sample of samples) {
    const labels = labelsOf(sample, strings);
    const [name, id] = [THREAD_NAME, THREAD_ID].map((keys) => labels.find(({ key }) => keys.includes(key))?.value);
    const key = id ?? name ?? '';
    const known = threads.get(key) ?? { name: name ?? (id && `thread ${id}`), samples: [] };
    threads.set(key, known);
    known.samples.push(sample);
    if (threads.size > MOST_THREADS) return [{ name: undefined, samples }];
  }
  const isMain = ({ name = '' }: PprofThread): number => (/^main\b/i.test(name) ? 1 : 0);
  const [first, ...others] = [...threads.values()].sort(
    (a, b) => isMain(b) - isMain(a) || b.samples.length - a.samples.length,
  );
  return first === undefined ? [{ name: undefined, samples }] : [first, ...others];
}

interface Work {
  readonly profile: Pprof;
  readonly chosen: ChosenValue;
  readonly facts: RecordingFacts;
  readonly count: { readonly at: number; readonly step: number } | undefined;
  readonly locations: ReadonlyMap<number, readonly PprofEntry[]>;
}

function buildThread(work: Work, thread: PprofThread, index = 0): Profile {
  const { chosen, facts } = work;
  // The axis is that of the value: only time has a place in time.
  const times = chosen.type.unit === 'microseconds' ? endTimes(work, thread.samples) : undefined;
  const builder = new ThreadBuilder(times !== undefined);
  const entriesOf = stackEntries(builder, work.locations);
  const counts = countsOf(work, thread.samples);
  const order = thread.samples.map((_, i) => i);
  if (times) order.sort((a, b) => times[a] - times[b]);
  for (const i of order) {
    const { locationId, value } = thread.samples[i];
    const whole = Number(value[chosen.at]) * chosen.scale;
    const count = counts?.[i] ?? 1;
    if (!(whole > 0 && count > 0)) continue;
    let [node, position]: [NodeIndex, PositionIndex] = [0, NONE];
    for (let caller = locationId.length - 1; caller >= 0; caller--)
      for (const entry of entriesOf(Number(locationId[caller]))) {
        node = builder.childOf(node, entry.frame, position);
        position = entry.position;
      }
    const spot = builder.spotOf(node, position);
    builder.addSample(spot, whole / count, times && Math.max(0, times[i] - whole));
    for (let more = 1; more < count; more++) builder.addSample(spot, whole / count);
  }
  return builder.finish(
    {
      ...facts,
      duration: Math.max(facts.duration, facts.value ? 0 : builder.end),
      ...(thread.name !== undefined && {
        thread: {
          ...{ id: MAIN_THREAD + index, kind: index === 0 ? 'main' : 'worker', name: thread.name },
          ...{ pid: 0, recorded: true },
        },
      }),
    },
    chosen.valueName === 'cpu',
  );
}

/** An entry of a stack: a function, and where in it the program was; -1 where that is unknown. */
interface StackEntry {
  readonly frame: FrameIndex;
  readonly position: PositionIndex;
}

/** The rows of the entries of a location. */
function stackEntries(
  builder: ThreadBuilder,
  locations: Work['locations'],
): (location: number) => readonly StackEntry[] {
  const known = new Map<number, readonly StackEntry[]>();
  return (location) => {
    let entries = known.get(location);
    if (entries === undefined) {
      entries = (locations.get(location) ?? []).map(({ function: called, place }) => ({
        frame: builder.frameOf(called),
        position: place && place.line > 0 ? builder.positionOf(called.url, place) : -1,
      }));
      known.set(location, entries);
    }
    return entries;
  };
}

/** How many samples each stands for; undefined where the profile does not tell, or where they are too many. */
function countsOf({ count }: Work, samples: readonly Sample[]): readonly number[] | undefined {
  if (count === undefined) return undefined;
  const counts = samples.map(({ value }) => Number(value[count.at]) / count.step);
  return counts.reduce((sum, each) => sum + each, 0) <= MOST_ROWS ? counts : undefined;
}

/** No profiler of production samples as often as that. */
const SHORTEST_STEP_US = 1000;

/** Which value tells how many samples there are, and how much of it is one. */
function countedBy(profile: Pprof, values: readonly ChosenValue[], { at, type, scale }: ChosenValue): Work['count'] {
  const count = countOfSamples(values);
  if (count) return { at: count.at, step: 1 };
  const step = type.unit === 'microseconds' ? stepOf(profile, at) : 0;
  return step * scale < SHORTEST_STEP_US ? undefined : { at, step };
}

/**
 * What all values of a kind are multiples of. Pyroscope gives out a time without the number of its samples, and with a period
 * that it made up. If each sample stands for the same time, that time divides this one: so there are at least as many samples
 * as this tells.
 */
function stepOf({ sample: samples }: Pprof, at: number): number {
  let step = 0n;
  for (const { value } of samples) {
    for (let rest = BigInt(value[at]); rest !== 0n;) [step, rest] = [rest, step % rest];
  }
  return Number(step);
}

/** When each sample was taken, from the start of the profile, if all have the label for that. */
function endTimes({ profile }: Work, samples: readonly Sample[]): Float64Array | undefined {
  const { strings } = profile.stringTable;
  const times = new Float64Array(samples.length);
  for (const [i, { label }] of samples.entries()) {
    const time = label.find(({ key }) => strings[Number(key)] === END_TIME);
    if (time === undefined) return undefined;
    times[i] = Number(BigInt(time.num) - BigInt(profile.timeNanos)) / 1e3;
  }
  return times;
}
