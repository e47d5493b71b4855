import { mapColumns, pickRows } from './growing-column.ts';
import { lastAtOrBelow } from './last-at-or-below.ts';
import { lengthOf } from './marks.ts';
import { Numbering } from './numbering.ts';
import type { TimeRange } from './part.ts';
import {
  type BuiltinTicks,
  FrameKind,
  type Profile,
  type ProfileTables,
  rowsOf,
  type SampleTable,
  TickRepair,
  type TickTable,
} from './profile.ts';
import { type Microseconds, type NodeIndex, NONE, type PositionIndex, type SampleIndex } from './units.ts';
import { type GroupSums, sumByGroup } from './sum-by-group.ts';
import { weightOf } from './sample-weights.ts';
import { callerOfNative } from './script-caller.ts';
import { withIdleNode, withRootChild } from './append-frames.ts';

/** The name of the node, below the root, of time between the ranges of a profile that was cut. */
const LEFT_OUT = '(left out)';

/**
 * What a thread did in some ranges of its own time, with the same nodes, frames and positions. The ranges are in order and do
 * not touch. The time between two of them becomes one sample of a node of its own, so that times keep their places. A sample
 * across an edge counts with the part inside. If this thread itself marked the ranges (`isMarked`), anything that started
 * before a range is assumed to have ended when the range begins: the time until its first sample belongs to that sample, and a
 * range without a sample counts as idle. V8's log tells the position of each sample, and so the lines of a range. Elsewhere
 * each line keeps its part of its node's time; it is marked if the node has several lines and more time outside. Figures that
 * are known only for the whole recording (CPU time, reported losses, what began collections) become unknown.
 */
export function cutProfile(recorded: Profile, ranges: readonly TimeRange[], isMarked = false): Profile {
  const { idleNode: idle, ...model } = isMarked ? withIdleNode(recorded) : { ...recorded, idleNode: NONE };
  const profile = { ...recorded, ...model };
  const { recording, builtins, frames, tree } = profile;
  // How many samples are missing is known of the recording as a whole only.
  const samples = { ...cutSamples(profile.samples, ranges, tree.frame.length, idle), lost: undefined };
  const ticks = cutTicks(profile, samples);
  const areShort = isMarked && lengthOf(ranges) < ranges.length * LEAST_SPAN;
  return {
    ...profile,
    ...(samples.leftOut && withRootChild(frames, tree, LEFT_OUT, FrameKind.leftOut)),
    samples,
    collections: undefined,
    ticks: areShort ? { ...ticks, repair: new Uint8Array(ticks.node.length).fill(TickRepair.partial) } : ticks,
    ...(builtins && { builtins: cutBuiltins(profile, builtins, samples) }),
    recording: {
      ...recording,
      ...(recording.thread && { thread: { ...recording.thread, cpuUs: undefined } }),
      duration: lengthOf(ranges),
      cpuTime: undefined,
      reportedLost: undefined,
    },
  };
}

/**
 * A sample lasts until the next one, and what runs last in a range ends with it: it has half an interval less than it took, and what
 * ran before has that. V8 dates the ticks of its log late besides. In 50 ranges of 10 ms, a line with 28 % of the time had
 * 22; from this length on, on average, that is one point at most.
 */
const LEAST_SPAN: Microseconds = 50_000;

/**
 * The samples in the ranges, with a sample of `leftOut` between two that do not touch. `idle`: where the ranges begin with whatever
 * begins in them, the node of those in which nothing does; else -1.
 */
function cutSamples(whole: SampleTable, ranges: readonly TimeRange[], leftOut: NodeIndex, idle: NodeIndex) {
  const { node, start } = whole;
  const count = node.length;
  const most = count + ranges.length;
  const cut = {
    node: new Int32Array(most),
    start: new Float64Array(most + 1),
    cpu: whole.cpu && new Float64Array(most),
    blocked: whole.blocked && new Float64Array(most),
    position: whole.position && new Int32Array(most),
  };
  const gaps = { rows: 0, time: 0 };
  let row = 0;
  let last: SampleIndex = NONE;
  const begin = (of: NodeIndex, position: PositionIndex, time: Microseconds): void => {
    cut.node[row] = of;
    if (cut.position) cut.position[row] = position;
    cut.start[row++] = time;
  };
  const addPart = (sample: SampleIndex, range: TimeRange): void => {
    const part = partIn(range, start, sample);
    if (whole.cpu && cut.cpu) cut.cpu[row - 1] += whole.cpu[sample] * part;
    if (whole.blocked && cut.blocked) cut.blocked[row - 1] += whole.blocked[sample] * part;
  };
  cut.start[0] = Math.min(Math.max(ranges[0].from, start[0]), start[count]);
  for (const range of ranges) {
    let before: SampleIndex = NONE;
    for (let at = Math.max(0, lastAtOrBelow(start, range.from, 0, count)); at < count && start[at] < range.to; at++) {
      if (start[at + 1] <= range.from) continue;
      const isOfBefore = idle >= 0 && start[at] < range.from;
      if (isOfBefore && at + 1 < count && start[at + 1] < range.to) {
        before = at;
        continue;
      }
      const from = before < 0 ? Math.max(start[at], range.from) : range.from;
      const to = Math.min(start[at + 1], range.to);
      const end = cut.start[row];
      if (at !== last) {
        if (row > 0 && from > end) {
          begin(leftOut, NONE, end);
          if (cut.cpu) cut.cpu[row - 1] = from - end;
          gaps.rows++;
          gaps.time += from - end;
        }
        if (isOfBefore) begin(idle, NONE, from);
        else begin(node[at], whole.position?.[at] ?? NONE, from);
      }
      // Parts of one sample are one: it was taken once. They move together, by less than its length.
      cut.start[row] = at === last ? end + to - from : to;
      addPart(at, range);
      if (before >= 0) addPart(before, range);
      last = at;
      before = NONE;
    }
  }
  // Not views: with them, all of the room would be handed on.
  return mapColumns(rowsOf({ ...whole, ...cut, ...(gaps.rows > 0 && { leftOut: gaps }) }, 0, row), (column) =>
    column.slice(),
  );
}

/** The part of a sample that is in a range. */
function partIn({ from, to }: TimeRange, start: Float64Array, sample: SampleIndex): number {
  const length = start[sample + 1] - start[sample];
  return length > 0 ? (Math.min(start[sample + 1], to) - Math.max(start[sample], from)) / length : 1;
}

/** The ticks with their parts of each figure, without the rows that have none: a line that was on no stack is none of the part's. */
export function cutTicks(profile: Profile, within: SampleTable): TickTable {
  const { ticks, samples } = profile;
  const groups = groupTicks(profile);
  const { ofTick, isShared } = groups;
  const [whole, inside] = [samples, within].map((of) => sumByGroup(groups.count, groups.ofSamples(of), of));
  const isFigure = (name: string): name is keyof GroupSums => Object.hasOwn(whole, name);
  const cut = mapColumns(ticks, (column, name) => {
    if (!isFigure(name)) return column;
    const [all, some] = [whole[name], inside[name]];
    const part = ofTick.map((group) => (all[group] > 0 ? some[group] / all[group] : 0));
    return column instanceof Uint32Array
      ? scaleCounts(column, part, groups)
      : part.map((one, row) => one * column[row]);
  });
  const isPart = (group: number): boolean => inside.count[group] > 0 && inside.count[group] < whole.count[group];
  const repair = Uint8Array.from(ofTick, (group, row) =>
    isShared[group] === 1 && isPart(group) ? TickRepair.partial : (ticks.repair?.[row] ?? 0),
  );
  return pickRows(
    { ...cut, repair },
    [...cut.count.keys()].filter((row) => cut.count[row] > 0 || cut.time[row] > 0),
  );
}

/**
 * Rows of ticks whose samples cannot be told apart, and which samples those are (`ofSamples`; another number where no tick was taken of
 * one): by node, and by position where the samples tell it. `isShared`: 1 for each group that has several positions.
 */
function groupTicks({ ticks, samples, positions, tree }: Profile) {
  const { node, position } = ticks;
  if (samples.position === undefined) {
    const isShared = new Uint8Array(tree.frame.length);
    const first = new Int32Array(tree.frame.length).fill(-1);
    node.forEach((at, row) => {
      if (first[at] >= 0 && position[first[at]] !== position[row]) isShared[at] = 1;
      else first[at] = row;
    });
    const ofSamples = (of: SampleTable) => (sample: SampleIndex) => of.node[sample];
    return { count: tree.frame.length, ofTick: Float64Array.from(node), ofSamples, isShared };
  }
  const key = (at: number, place: number): number => at * (positions.line.length + 1) + place + 1;
  const keys = new Numbering<number>();
  const ofTick = Float64Array.from(node, (at, row) => keys.numberOf(key(at, position[row])));
  // Keys of samples alone have numbers behind the groups.
  const ofSamples = (of: SampleTable) => (sample: SampleIndex) =>
    keys.numberOf(key(of.node[sample], of.position?.[sample] ?? NONE));
  const count = keys.list.length;
  return { count, ofTick, ofSamples, isShared: new Uint8Array(count) };
}

/** Whole numbers, rounded so that those of a group add up to its part. */
function scaleCounts(counts: Uint32Array, part: Float64Array, { count, ofTick }: ReturnType<typeof groupTicks>) {
  const left = new Float64Array(count);
  return counts.map((value, row) => {
    const wanted = left[ofTick[row]] + value * part[row];
    const taken = Math.max(0, Math.round(wanted));
    left[ofTick[row]] = wanted - taken;
    return taken;
  });
}

/** Builtins with the part that the samples in which a script's line had called them have of those of the whole. */
function cutBuiltins(profile: Profile, builtins: BuiltinTicks, within: SampleTable): BuiltinTicks {
  const [whole, inside] = [profile.samples, within].map((samples) => sumByCaller(profile, samples));
  const { frame, position } = builtins;
  const time = builtins.time.map((value, row) => {
    const key = callerKey(profile, frame[row], position[row]);
    return (value * (inside.get(key) ?? 0)) / (whole.get(key) ?? Infinity);
  });
  return pickRows(
    { ...builtins, time },
    [...time.keys()].filter((row) => time[row] > 0),
  );
}

/** A function and where in it; its definition where that is unknown. */
const callerKey = ({ frames, positions }: ProfileTables, frame: number, position: number): number =>
  frame * (positions.line.length + 1) + (position < 0 ? frames.position[frame] : position) + 1;

/** The time of samples by the script's function that was on top, or called the native code that was, and where in it. */
function sumByCaller(profile: Profile, samples: SampleTable): Map<number, number> {
  const { node, position } = samples;
  const { tree, frames } = profile;
  const sums = new Map<number, number>();
  for (let i = 0; i < node.length; i++) {
    // The node of what lies between the ranges is none of the tree's.
    if (node[i] >= tree.frame.length) continue;
    const caller = callerOfNative(profile, node[i], position?.[i] ?? NONE);
    const frame = tree.frame[caller.node];
    if (frames.kind[frame] !== FrameKind.script) continue;
    const key = callerKey(profile, frame, caller.position);
    sums.set(key, (sums.get(key) ?? 0) + weightOf(samples, i));
  }
  return sums;
}
