import {
  allRows,
  type FrameIndex,
  type GrowingColumn,
  LONGEST_RECORDING,
  MAIN_THREAD,
  type NodeIndex,
  NONE,
  pickRows,
  type PositionIndex,
  type Profile,
  type Profiles,
  type RecordingFacts,
  type SampleLabel,
  int32Column,
  type ValueName,
} from '../../core/index.ts';
import { FormatError } from '../format-error.ts';
import { orderOf } from '../stacks/linked-threads.ts';
import { ThreadBuilder } from '../stacks/thread-builder.ts';
import { wholeOf } from './fields.ts';
import { selectLabelled, sharesOfLabels, THREAD_ID, THREAD_NAME } from './labels.ts';
import { type PprofSamples, readSamples } from './samples.ts';
import { hasExecutedLines, type PprofEntry, readLocations } from './stack-entries.ts';
import { findProblem, type PprofTables, readTables } from './tables.ts';
import { type ChosenValue, chooseValue, countOfSamples, valuesOf } from './values.ts';

export interface ReadPprofOptions {
  /** The name of the value that is to be heat; without it the profile's own default, or wall time if `time` says so. */
  readonly value?: string;
  readonly time?: ValueName;
  /** Only the samples that have these: of several with one key, any. */
  readonly labels?: readonly SampleLabel[];
}

/** Samples that were counted together become one row each, up to so many. */
const MOST_ROWS = 4_000_000;
/** A label that many values have does not tell threads. */
const MOST_THREADS = 1000;

/**
 * Reads a pprof (https://github.com/google/pprof/blob/main/proto/profile.proto) of any language: a profile for each thread that
 * labels tell. Throws `FormatError`.
 */
export async function readPprof(file: string, options: ReadPprofOptions = {}): Promise<Profiles> {
  const [tables, samples] = await decode(file);
  const values = valuesOf(tables);
  const chosen = chooseValue(values, tables, samples, options.value, options.time);
  const names = values.map(({ type: { name } }) => name).join(', ');
  if (chosen === undefined) throw new FormatError(file, `it has no value "${options.value}", but ${names}`);
  const rows = selectSamples(file, samples, options.labels);
  const work: Work = {
    ...{ samples, chosen, facts: factsOf(tables, samples, values, chosen) },
    ...{ count: countedBy(samples, rows, values, chosen), locations: readLocations(tables) },
  };
  const [first, ...others] = threadsOf(samples, rows);
  return [buildThread(work, first), ...others.map((thread, i) => buildThread(work, thread, i + 1))];
}

async function decode(file: string): Promise<[PprofTables, PprofSamples]> {
  const fail = (problem: string): FormatError => new FormatError(file, problem);
  try {
    const tables = await readTables(file);
    const problem = findProblem(tables);
    if (problem !== undefined) throw fail(problem);
    return [tables, await readSamples(file, tables, fail)];
  } catch (error) {
    if (error instanceof FormatError || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    const problem = 'it begins as a pprof does, and is damaged or cut off; copy it again';
    throw new FormatError(file, problem, undefined, { cause: error });
  }
}

function selectSamples(file: string, samples: PprofSamples, labels: readonly SampleLabel[] = []): Int32Array {
  const rows = labels.length > 0 ? selectLabelled(samples, labels) : allRows(samples.stack.length);
  if (typeof rows === 'string') throw new FormatError(file, rows);
  return rows;
}

/** What is known of the whole recording. */
function factsOf(
  tables: PprofTables,
  samples: PprofSamples,
  values: readonly ChosenValue[],
  { at, type, valueName }: ChosenValue,
): RecordingFacts {
  const [time, duration] = [Number(wholeOf(tables.timeNanos)), tables.durationNanos];
  const labels = sharesOfLabels(samples, at);
  const isOfNode = tables.function.some(({ filename }) => /^node:|\.[cm]?[jt]sx?$/.test(tables.strings[filename]));
  const hasBegins = tables.function.some(({ startLine }) => startLine > 0);
  return {
    // Node's recorders take the samples of V8's profiler, as the inspector does, and its lines are as good as there.
    sampler: isOfNode && !hasBegins && hasExecutedLines(tables) ? 'inspector' : 'other',
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
  /** Its samples. */
  readonly rows: Int32Array;
}

/** The samples of each thread, where labels tell them apart: the main thread's first, then those with the most samples. */
function threadsOf({ labels, labelSets }: PprofSamples, rows: Int32Array): readonly [PprofThread, ...PprofThread[]] {
  const threads = new Map<string, { readonly name: string | undefined; readonly rows: GrowingColumn<Int32Array> }>();
  const ofSet = labelSets.map((set) => {
    const [name, id] = [THREAD_NAME, THREAD_ID].map((keys) => set.find(({ key }) => keys.includes(key))?.value);
    return { key: id ?? name ?? '', name: name ?? (id && `thread ${id}`) };
  });
  for (const row of rows) {
    const { key, name } = ofSet[labels[row]];
    const known = threads.get(key) ?? { name, rows: int32Column() };
    threads.set(key, known);
    known.rows.push(row);
    if (threads.size > MOST_THREADS) return [{ name: undefined, rows }];
  }
  const isMain = ({ name = '' }: PprofThread): number => (/^main\b/i.test(name) ? 1 : 0);
  const [first, ...others] = [...threads.values()]
    .map((thread) => ({ ...thread, rows: thread.rows.finish() }))
    .sort((a, b) => isMain(b) - isMain(a) || b.rows.length - a.rows.length);
  return first === undefined ? [{ name: undefined, rows }] : [first, ...others];
}

interface Work {
  readonly samples: PprofSamples;
  readonly chosen: ChosenValue;
  readonly facts: RecordingFacts;
  readonly count: Count | undefined;
  readonly locations: readonly (readonly PprofEntry[])[];
}

function buildThread({ samples, chosen, facts, count, locations }: Work, thread: PprofThread, index = 0): Profile {
  // The axis is that of the value: only time has a place in time.
  const ends = chosen.type.unit === 'microseconds' ? endsOf(samples, thread.rows) : undefined;
  const order = ends && orderOf(ends);
  const builder = new ThreadBuilder(ends !== undefined, thread.rows.length);
  const spotOf = spotsOfStacks(builder, samples, locations);
  const isCounted = count !== undefined && countAll(count, samples, thread.rows) <= MOST_ROWS;
  for (let i = 0; i < thread.rows.length; i++) {
    const at = order ? order[i] : i;
    const row = thread.rows[at];
    const whole = samples.values[chosen.at][row] * chosen.scale;
    const times = isCounted ? samples.values[count.at][row] / count.step : 1;
    if (!(whole > 0 && times > 0)) continue;
    const spot = spotOf(samples.stack[row]);
    builder.addSample(spot, whole / times, ends && Math.max(0, ends[at] - whole));
    for (let more = 1; more < times; more++) builder.addSample(spot, whole / times);
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

/** An entry of a stack as the builder has it. `position`: where in the function the program was; -1 for unknown. */
interface BuiltEntry {
  readonly frame: FrameIndex;
  readonly position: PositionIndex;
}

/** Gives the spot of a stack's innermost entry. Callers that stacks share are built once. */
function spotsOfStacks(
  builder: ThreadBuilder,
  { stacks }: PprofSamples,
  locations: Work['locations'],
): (stack: number) => number {
  const built: (readonly BuiltEntry[] | undefined)[] = [];
  const entriesOf = (location: number): readonly BuiltEntry[] =>
    (built[location] ??= locations[location].map(({ function: called, place }) => ({
      frame: builder.frameOf(called),
      position: place && place.line > 0 ? builder.positionOf(called.url, place) : NONE,
    })));
  /** One more than the node of each stack, and where in its function that was. */
  const [nodes, positions] = [new Int32Array(stacks.length), new Int32Array(stacks.length)];
  const path: number[] = [];
  return (stack) => {
    for (let row = stack; row >= 0 && nodes[row] === 0; row = stacks.callerOf(row)) path.push(row);
    for (let row = path.pop(); row !== undefined; row = path.pop()) {
      const caller = stacks.callerOf(row);
      let [node, position]: [NodeIndex, PositionIndex] =
        caller < 0 ? [0, NONE] : [nodes[caller] - 1, positions[caller]];
      for (const entry of entriesOf(stacks.locationOf(row))) {
        node = builder.childOf(node, entry.frame, position);
        position = entry.position;
      }
      [nodes[row], positions[row]] = [node + 1, position];
    }
    return stack < 0 ? builder.spotOf(0, NONE) : builder.spotOf(nodes[stack] - 1, positions[stack]);
  };
}

/** Which value tells how many samples there are, and how much of it is one. */
interface Count {
  readonly at: number;
  readonly step: number;
}

/** How many samples some rows stand for. */
const countAll = ({ at, step }: Count, { values }: PprofSamples, rows: Int32Array): number =>
  rows.reduce((sum, row) => sum + values[at][row] / step, 0);

/** No profiler of production samples as often as that. */
const SHORTEST_STEP_US = 1000;

function countedBy(
  { values: columns }: PprofSamples,
  rows: Int32Array,
  values: readonly ChosenValue[],
  { at, type, scale }: ChosenValue,
): Count | undefined {
  const count = countOfSamples(values);
  if (count) return { at: count.at, step: 1 };
  const step = type.unit === 'microseconds' ? stepOf(columns[at], rows) : 0;
  return step * scale < SHORTEST_STEP_US ? undefined : { at, step };
}

/**
 * What all values of a kind are multiples of. Pyroscope gives out a time without the number of its samples, and with a period
 * that it made up. If each sample stands for the same time, that time divides this one: so there are at least as many samples
 * as this tells.
 */
function stepOf(values: Float64Array, rows: Int32Array): number {
  let step = 0;
  for (const row of rows) for (let rest = values[row]; rest !== 0;) [step, rest] = [rest, step % rest];
  return step;
}

/** When each sample ended, in microseconds from the beginning of the profile, if all of them tell. */
function endsOf({ end }: PprofSamples, rows: Int32Array): Float64Array | undefined {
  const ends = rows.length === end.length ? end : pickRows({ end }, rows).end;
  return ends.some(Number.isNaN) ? undefined : ends;
}
