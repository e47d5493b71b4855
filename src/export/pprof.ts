import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import {
  Category,
  type Lane,
  type MappedAnalysis,
  type MergedProfile,
  type Microseconds,
  type NodeIndex,
  Numbering,
  type PositionIndex,
  weightOf,
} from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { dealTicks } from './deal-ticks.ts';
import { PlaceTable } from './original-place.ts';

/** More samples are added up: so many take 10 s and 800 MB of memory, and make a file of 31 MB. */
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
  const timeNanos = nanosOf(facts.startedAt === undefined ? 0 : facts.startedAt * 1000 + begin);
  const strings = new Numbering<string>();
  strings.numberOf('');
  const typeOf = (name: string, unit: string): readonly number[] => [strings.numberOf(name), strings.numberOf(unit)];
  const isTime = quality.value === undefined || quality.value.unit === 'microseconds';
  const [name, unit] = [quality.value?.name ?? quality.valueName, isTime ? 'nanoseconds' : (quality.value?.unit ?? '')];
  const places = new PlaceTable(mapped);
  const writing = { ...mapped, places, strings, scale: isTime ? 1000 : 1 };
  const isMerged = merged || timeline === undefined || quality.activeSamples > MOST_TIMED;
  const writer = new PbfWriter();
  for (const type of [typeOf('samples', 'count'), typeOf(name, unit)]) writer.writeMessage(1, writeNumbers, type);
  for (const sample of isMerged ? mergedSamples(writing) : timedSamples(writing, begin, timeNanos))
    writer.writeMessage(2, writeSample, sample);
  // Ids count from 1.
  for (const [i, { function: of, line, column }] of places.places.entries())
    writer.writeMessage(4, writeLocation, { id: i + 1, line: [of + 1, line, column + 1] });
  for (const [i, { row, source }] of places.functions.entries()) {
    const called = strings.numberOf(functionLabel(functions.name[row]));
    const file = source < 0 ? 0 : strings.numberOf(sources[source].path);
    const line = source === functions.source[row] ? functions.line[row] : 0;
    writer.writeMessage(5, writeNumbers, [i + 1, called, called, file, line]);
  }
  if (quality.achievedInterval !== undefined) {
    writer.writeMessage(11, writeNumbers, typeOf(name, unit));
    writer.writeVarintField(12, Math.round(quality.achievedInterval * 1000));
  }
  for (const text of strings.list) writer.writeStringField(6, text);
  writeNanos(9, timeNanos, 0, writer);
  writer.writeVarintField(10, Math.round(quality.duration * 1000));
  writer.writeVarintField(14, strings.numberOf(name));
  return gzipSync(writer.finish());
}

interface Sample {
  /** Its locations, the innermost first. */
  readonly stack: number[];
  readonly count: number;
  readonly value: number;
  readonly labels: readonly (readonly number[])[];
  /** The label that tells when it ended, `after` nanoseconds after `from`; its key and its unit are rows of the string table. */
  readonly end?: { readonly key: number; readonly unit: number; readonly from: Nanos; readonly after: number };
}

function writeSample({ stack, count, value, labels, end }: Sample, writer: PbfWriter): void {
  writer.writePackedVarint(1, stack);
  writer.writePackedVarint(2, [count, value]);
  for (const label of labels) writer.writeMessage(3, writeNumbers, label);
  if (end) writer.writeMessage(3, writeEnd, end);
}

function writeEnd({ key, unit, from, after }: NonNullable<Sample['end']>, writer: PbfWriter): void {
  writeNumbers([key], writer);
  writeNanos(3, from, after, writer);
  writer.writeVarintField(4, unit);
}

function writeLocation(
  { id, line }: { readonly id: number; readonly line: readonly number[] },
  writer: PbfWriter,
): void {
  writeNumbers([id], writer);
  writer.writeMessage(4, writeNumbers, line);
}

/** Writes numbers as the fields 1, 2, 3 … of a message; zeros, the default, are left out. */
function writeNumbers(numbers: readonly number[], writer: PbfWriter): void {
  for (const [i, number] of numbers.entries()) if (number !== 0) writer.writeVarintField(i + 1, number);
}

/** A time in nanoseconds, as `high` × 2^28 + `low`: a single number would lose digits. */
interface Nanos {
  readonly high: number;
  readonly low: number;
}

const LOW = 2 ** 28;

function nanosOf(time: Microseconds): Nanos {
  const [nanos, low] = [BigInt(Math.round(time)) * 1000n, BigInt(LOW)];
  return { high: Number(nanos / low), low: Number(nanos % low) };
}

/** Writes a time that is `after` nanoseconds after another: its lower 28 bits first, which are four bytes. */
function writeNanos(field: number, { high, low }: Nanos, after: number, writer: PbfWriter): void {
  const sum = low + after;
  writer.writeTag(field, 0);
  writer.realloc(4);
  for (let bits = sum % LOW, i = 0; i < 4; i++, bits >>= 7) writer.buf[writer.pos++] = (bits & 127) | 128;
  writer.writeVarint(high + Math.floor(sum / LOW));
}

interface Writing extends MappedAnalysis {
  readonly places: PlaceTable;
  readonly strings: Numbering<string>;
  /** What a microsecond, or one of what else was measured, is in the file. */
  readonly scale: number;
}

/** Each sample that weighs anything, thread by thread. `timeNanos`: when `begin` was. */
function* timedSamples(writing: Writing, begin: Microseconds, timeNanos: Nanos): Generator<Sample> {
  const { analysis, profile, strings, scale } = writing;
  const { tree, functions } = analysis;
  const { lanes, positions } = profile;
  const [deal, stacks] = [dealTicks(profile), new Map<number, number[]>()];
  const [key, unit] = [strings.numberOf('end_timestamp_ns'), strings.numberOf('nanoseconds')];
  for (const lane of lanes) {
    const { samples, offset } = lane;
    const labels = threadLabels(writing, lane);
    for (let i = 0; i < samples.node.length; i++) {
      const node = samples.node[i];
      const value = Math.round(weightOf(samples, i) * scale);
      if (functions.category[tree.function[node]] === Category.idle || value <= 0) continue;
      const [at, position] = deal(node, weightOf(samples, i));
      const place = at * (positions.line.length + 1) + position;
      const stack = stacks.get(place) ?? stackOf(writing, at, position);
      stacks.set(place, stack);
      const after = Math.round((samples.start[i + 1] + offset - begin) * 1000);
      yield { stack, count: 1, value, labels, end: { key, unit, from: timeNanos, after } };
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
  const sampleOf = (node: NodeIndex, position: PositionIndex, count: number, time: number): Sample => ({
    stack: stackOf(writing, node, position),
    count,
    value: Math.round(time * scale),
    labels: labels[owner[node]] ?? [],
  });
  const [restTime, restCount] = [tree.selfTime.slice(), tree.selfSamples.slice()];
  for (let tick = 0; tick < ticks.node.length; tick++) {
    const node = ticks.node[tick];
    const count = Math.min(restCount[node], (ticks.computing ?? ticks.count)[tick]);
    if (ticks.position[tick] < 0 || (count === 0 && times[tick] <= 0)) continue;
    restTime[node] -= times[tick];
    restCount[node] -= count;
    yield sampleOf(node, ticks.position[tick], count, times[tick]);
  }
  for (let node = 1; node < restTime.length; node++) {
    if (functions.category[tree.function[node]] === Category.idle) continue;
    const time = Math.max(0, restTime[node]);
    if (restCount[node] > 0 || Math.round(time * scale) > 0) yield sampleOf(node, -1, restCount[node], time);
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

/** A thread's name and number, where there are several: processes may share a name. Key and text of each. */
function threadLabels({ analysis, profile, strings }: Writing, { thread }: Lane): (readonly number[])[] {
  const { name } = analysis.threads.find(({ id }) => id === thread.id) ?? thread;
  const labels = { 'thread name': name, 'thread id': String(thread.id) };
  return profile.lanes.length < 2
    ? []
    : Object.entries(labels).map(([key, text]) => [strings.numberOf(key), strings.numberOf(text)]);
}

/** The row in `lanes` of each node; -1 where none of its samples tells. Threads share nothing but the root. */
function lanesOfNodes({ lanes, tree: { parent } }: MergedProfile): Int32Array {
  const owner = new Int32Array(parent.length).fill(-1);
  for (const [row, { samples }] of lanes.entries()) for (const node of samples.node) owner[node] = row;
  for (let node = owner.length - 1; node > 0; node--) if (owner[parent[node]] < 0) owner[parent[node]] = owner[node];
  for (let node = 1; node < owner.length; node++) if (owner[node] < 0) owner[node] = owner[parent[node]];
  return owner;
}
