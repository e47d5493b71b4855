import { gzipSync } from 'node:zlib';
import { Profile as Pprof, StringTable } from 'pprof-format';
import { Category, type MappedAnalysis, type NodeIndex, type PositionIndex } from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { PlaceTable } from './original-place.ts';

/**
 * A recording as a pprof, gzipped: its samples by stack, with original lines and columns, the first line of each function, and
 * threads as labels. Idle time is left out. Format: https://github.com/google/pprof/blob/main/proto/profile.proto
 */
export function formatPprof(mapped: MappedAnalysis): Buffer {
  const { quality, facts, range, functions, sources } = mapped.analysis;
  const startedAt = facts.startedAt === undefined ? undefined : facts.startedAt + (range?.from ?? 0) / 1000;
  const strings = new StringTable();
  const type = (name: string, unit: string): { type: number; unit: number } => ({
    type: strings.dedup(name),
    unit: strings.dedup(unit),
  });
  const isTime = quality.value === undefined || quality.value.unit === 'microseconds';
  const [name, unit] = [quality.value?.name ?? quality.valueName, isTime ? 'nanoseconds' : (quality.value?.unit ?? '')];
  const places = new PlaceTable(mapped);
  const sample = [...stacksOf(mapped, places, strings, isTime ? 1000 : 1)];
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
    ...(startedAt !== undefined && { timeNanos: BigInt(Math.round(startedAt)) * 1_000_000n }),
    durationNanos: Math.round(quality.duration * 1000),
    ...(quality.achievedInterval !== undefined && {
      ...{ periodType: type(name, unit), period: Math.round(quality.achievedInterval * 1000) },
    }),
    stringTable: strings,
  });
  return gzipSync(profile.encode());
}

interface WrittenSample {
  readonly locationId: number[];
  readonly value: number[];
  readonly label: { key: number; str: number }[];
}

/** One sample for each line of each stack, and one for what no line of its function is known of. */
function* stacksOf(
  { analysis, profile }: Omit<MappedAnalysis, 'mapping'>,
  places: PlaceTable,
  strings: StringTable,
  scale: number,
): Generator<WrittenSample> {
  const { tree, functions } = analysis;
  const { ticks } = profile;
  const times = ticks.cpu ?? ticks.time;
  const threads = threadsOfNodes({ analysis, profile });
  const [key, names] = [strings.dedup('thread name'), analysis.threads.map(({ name }) => strings.dedup(name))];
  /** The locations of a node that was at a position, the innermost first. */
  const stackOf = (node: NodeIndex, position: PositionIndex): number[] => {
    const stack: number[] = [];
    let at = position;
    for (let each = node; each > 0; each = tree.parent[each]) {
      const row = tree.function[each];
      if (functions.category[row] !== Category.root) stack.push(places.numberOf(row, at) + 1);
      at = profile.tree.callPosition?.[each] ?? -1;
    }
    return stack;
  };
  const write = (node: NodeIndex, position: PositionIndex, count: number, time: number): WrittenSample => ({
    locationId: stackOf(node, position),
    value: [count, Math.round(time * scale)],
    label: threads ? [{ key, str: names[threads[node]] ?? 0 }] : [],
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

/** The row in `threads` of each node; undefined where there is one thread. */
function threadsOfNodes({ analysis, profile }: Omit<MappedAnalysis, 'mapping'>): Int32Array | undefined {
  const { lanes } = profile;
  if (lanes.length < 2) return undefined;
  const { parent } = profile.tree;
  const owner = new Int32Array(parent.length).fill(-1);
  for (const { thread, samples } of lanes) {
    const row = analysis.threads.findIndex(({ id }) => id === thread.id);
    for (const node of samples.node) owner[node] = row;
  }
  // Threads share nothing but the root.
  for (let node = owner.length - 1; node > 0; node--) if (owner[parent[node]] < 0) owner[parent[node]] = owner[node];
  for (let node = 1; node < owner.length; node++) if (owner[node] < 0) owner[node] = owner[parent[node]];
  return owner;
}
