import { gzipSync } from 'node:zlib';
import { Label, Profile as Pprof, Sample, StringTable } from 'pprof-format';
import {
  Category,
  type Lane,
  type MappedAnalysis,
  type MergedProfile,
  type Microseconds,
  type NodeIndex,
  type PositionIndex,
  weightOf,
} from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { dealTicks } from './deal-ticks.ts';
import { PlaceTable } from './original-place.ts';

/** More samples are added up: so many take 10 s and 700 MB of memory, and make a file of 36 MB. */
const MOST_TIMED = 2_000_000;

/**
 * A recording as a pprof, gzipped: its samples with original lines and columns, the first line of each function, and threads as
 * labels. Idle time is left out. Each sample tells when it ended, as those of Datadog's recorders do. If the recording knows no
 * times, and with `merged`, samples are added up by stack and thread, and the sums of lines are exact.
 * Format: https://github.com/google/pprof/blob/main/proto/profile.proto
 */
export function formatPprof(mapped: MappedAnalysis, { merged = false } = {}): Buffer {
  const { quality, facts, range, timeline, functions, sources } = mapped.analysis;
  const begin = (timeline?.zero ?? 0) + (range?.from ?? 0);
  // If it is unknown when that was, times count from there, which is also how readers take them.
  const timeNanos = facts.startedAt === undefined ? 0n : BigInt(Math.round(facts.startedAt * 1000 + begin)) * 1000n;
  const strings = new StringTable();
  const type = (name: string, unit: string): { type: number; unit: number } => ({
    type: strings.dedup(name),
    unit: strings.dedup(unit),
  });
  const isTime = quality.value === undefined || quality.value.unit === 'microseconds';
  const [name, unit] = [quality.value?.name ?? quality.valueName, isTime ? 'nanoseconds' : (quality.value?.unit ?? '')];
  const places = new PlaceTable(mapped);
  const writing = { ...mapped, places, strings, scale: isTime ? 1000 : 1 };
  const isMerged = merged || timeline === undefined || quality.activeSamples > MOST_TIMED;
  const sample = [...(isMerged ? mergedSamples(writing) : timedSamples(writing, begin, timeNanos))];
  const profile = new Pprof({
    ...{ sampleType: [type('samples', 'count'), type(name, unit)], defaultSampleType: strings.dedup(name) },
    sample,
    // Ids count from 1.
    location: places.places.map(({ function: of, line, column }, i) => ({
      id: i + 1,
      line: [{ functionId: of + 1, line, column: column + 1 }],
    })),
    function: places.functions.map(({ row, source }, i) => ({
      id: i + 1,
      name: strings.dedup(functionLabel(functions.name[row])),
      systemName: strings.dedup(functionLabel(functions.name[row])),
      filename: source < 0 ? 0 : strings.dedup(sources[source].path),
      startLine: source === functions.source[row] ? functions.line[row] : 0,
    })),
    timeNanos,
    durationNanos: Math.round(quality.duration * 1000),
    ...(quality.achievedInterval !== undefined && {
      ...{ periodType: type(name, unit), period: Math.round(quality.achievedInterval * 1000) },
    }),
    stringTable: strings,
  });
  return gzipSync(profile.encode());
}

interface Writing extends MappedAnalysis {
  readonly places: PlaceTable;
  readonly strings: StringTable;
  /** What a microsecond, or one of what else was measured, is in the file. */
  readonly scale: number;
}

/** Each sample that weighs anything, thread by thread. `timeNanos`: when `begin` was. */
function* timedSamples(writing: Writing, begin: Microseconds, timeNanos: bigint): Generator<Sample> {
  const { analysis, profile, strings, scale } = writing;
  const { tree, functions } = analysis;
  const { lanes, positions } = profile;
  const [deal, stacks] = [dealTicks(profile), new Map<number, number[]>()];
  const [key, numUnit] = [strings.dedup('end_timestamp_ns'), strings.dedup('nanoseconds')];
  for (const lane of lanes) {
    const { samples, offset } = lane;
    const labels = threadLabels(writing, lane);
    for (let i = 0; i < samples.node.length; i++) {
      const node = samples.node[i];
      const value = Math.round(weightOf(samples, i) * scale);
      if (functions.category[tree.function[node]] === Category.idle || value <= 0) continue;
      const [at, position] = deal(node, weightOf(samples, i));
      const place = at * (positions.line.length + 1) + position;
      const locationId = stacks.get(place) ?? stackOf(writing, at, position);
      stacks.set(place, locationId);
      const num = timeNanos + BigInt(Math.round((samples.start[i + 1] + offset - begin) * 1000));
      yield new Sample({ locationId, value: [1, value], label: [...labels, new Label({ key, num, numUnit })] });
    }
  }
}

/** One sample for each line of each stack, and one for what no line of its function is known of. */
function* mergedSamples(writing: Writing): Generator<Sample> {
  const { analysis, profile, scale } = writing;
  const { tree, functions } = analysis;
  const { lanes, ticks } = profile;
  const times = ticks.cpu ?? ticks.time;
  const owner = lanesOfNodes(profile);
  // A server makes a series of each value of a label.
  const labels = lanes.map((lane) => threadLabels(writing, lane).slice(0, 1));
  const write = (node: NodeIndex, position: PositionIndex, count: number, time: number): Sample =>
    new Sample({
      locationId: stackOf(writing, node, position),
      value: [count, Math.round(time * scale)],
      label: labels[owner[node]] ?? [],
    });
  const [restTime, restCount] = [tree.selfTime.slice(), tree.selfSamples.slice()];
  for (let tick = 0; tick < ticks.node.length; tick++) {
    const node = ticks.node[tick];
    const count = Math.min(restCount[node], (ticks.computing ?? ticks.count)[tick]);
    if (ticks.position[tick] < 0 || (count === 0 && times[tick] <= 0)) continue;
    restTime[node] -= times[tick];
    restCount[node] -= count;
    yield write(node, ticks.position[tick], count, times[tick]);
  }
  for (let node = 1; node < restTime.length; node++) {
    if (functions.category[tree.function[node]] === Category.idle) continue;
    const time = Math.max(0, restTime[node]);
    if (restCount[node] > 0 || Math.round(time * scale) > 0) yield write(node, -1, restCount[node], time);
  }
}

/** The locations of a node that was at a position, the innermost first. */
function stackOf({ analysis, profile, places }: Writing, node: NodeIndex, position: PositionIndex): number[] {
  const { tree, functions } = analysis;
  const stack: number[] = [];
  let at = position;
  for (let each = node; each > 0; each = tree.parent[each]) {
    const row = tree.function[each];
    if (functions.category[row] !== Category.root) stack.push(places.numberOf(row, at) + 1);
    at = profile.tree.callPosition?.[each] ?? -1;
  }
  return stack;
}

/** A thread's name and number, where there are several: processes may share a name. */
function threadLabels({ analysis, profile, strings }: Writing, { thread }: Lane): Label[] {
  const { name } = analysis.threads.find(({ id }) => id === thread.id) ?? thread;
  const labels = { 'thread name': name, 'thread id': String(thread.id) };
  return profile.lanes.length < 2
    ? []
    : Object.entries(labels).map(([key, str]) => new Label({ key: strings.dedup(key), str: strings.dedup(str) }));
}

/** The row in `lanes` of each node; -1 where none of its samples tells. Threads share nothing but the root. */
function lanesOfNodes({ lanes, tree: { parent } }: MergedProfile): Int32Array {
  const owner = new Int32Array(parent.length).fill(-1);
  for (const [row, { samples }] of lanes.entries()) for (const node of samples.node) owner[node] = row;
  for (let node = owner.length - 1; node > 0; node--) if (owner[parent[node]] < 0) owner[parent[node]] = owner[node];
  for (let node = 1; node < owner.length; node++) if (owner[node] < 0) owner[node] = owner[parent[node]];
  return owner;
}
