import { Category, type SampleQuality } from './analysis.ts';
import type { Lane, ValueName } from './profile.ts';
import { valueNameOf } from './sample-weights.ts';
import type { SampleSums } from './sum-samples.ts';
import type { Microseconds } from './units.ts';

/** Quality without the figures that only the lines can tell. */
export type TimeQuality = Omit<SampleQuality, 'exactShare' | 'lostFrameShare'>;

/**
 * How good the samples of all lanes are, and of each. `sums`: one for each lane. `effectiveSamples`: independent samples of active time,
 * fewer than were taken where their weights differ (Kish's formula), or where many were lost at once. Those of different threads are
 * independent too.
 */
export function buildQuality(lanes: readonly Lane[], sums: readonly SampleSums[]) {
  const each = lanes.map((lane, i) => qualityOf(lane, sums[i]));
  const ofLanes = each.map(({ quality }) => quality);
  const activeTime = add(ofLanes.map((lane) => lane.activeTime));
  const isActive = sums.some(({ activeSquares }) => activeSquares > 0);
  const squares = add(each.map((lane) => lane.squares));
  return {
    quality: each.length === 1 ? each[0].quality : joinQualities(ofLanes, lanes),
    ofLanes,
    effectiveSamples: isActive ? (activeTime * activeTime) / squares : 0,
  };
}

function qualityOf({ samples, recording }: Lane, sums: SampleSums) {
  const { timeOf, interval } = sums;
  const { leftOut = { rows: 0, time: 0 } } = samples;
  const activeTime = add(timeOf) - timeOf[Category.idle];
  const quality: TimeQuality = {
    sampler: recording.sampler,
    valueName: valueNameOf(samples),
    ...(recording.value && { value: recording.value }),
    requestedInterval: recording.requestedIntervalUs,
    keptOneIn: recording.keptOneIn,
    achievedInterval: recording.value ? undefined : interval,
    samples: samples.node.length - leftOut.rows,
    // As time on a CPU or gaps tell, or as many as the sampler itself reported.
    lostSamples:
      interval === undefined || samples.isUntimed
        ? undefined
        : Math.max(samples.lost ?? 0, recording.reportedLost ?? 0),
    duration: recording.duration,
    activeTime,
    activeSamples: sums.activeSamples,
    idleTime: Math.max(0, timeOf[Category.idle] - leftOut.time),
    gcTime: timeOf[Category.gc],
    programTime: timeOf[Category.program],
    compilingTime: timeOf[Category.compiling],
    waitingTime: samples.cpu && recording.sampler !== 'other' ? sums.waiting : undefined,
    blockedTime: samples.blocked === undefined ? undefined : sums.blocked,
  };
  return { quality, squares: sums.activeSquares * (samples.clumping ?? 1) };
}

/**
 * The quality of several threads together: their times add up, also those that passed at once. Which sampler and interval
 * stand for them is told by the thread with the most active time.
 */
function joinQualities(qualities: readonly TimeQuality[], lanes: readonly Lane[]): TimeQuality {
  const busiest = qualities.reduce((most, other) => (other.activeTime > most.activeTime ? other : most));
  const valueName: ValueName = qualities.every((quality) => quality.valueName === 'cpu') ? 'cpu' : 'wall';
  const sums = summed.map((name) => [name, addKnown(qualities.map((quality) => quality[name]))]);
  return {
    ...busiest,
    ...{ valueName, duration: wholeDuration(lanes) },
    ...(Object.fromEntries(sums) as Pick<TimeQuality, (typeof summed)[number]>),
  };
}

const summed = [
  ...(['samples', 'lostSamples', 'activeSamples', 'activeTime', 'idleTime', 'gcTime', 'programTime'] as const),
  ...(['compilingTime', 'waitingTime', 'blockedTime'] as const),
] as const;

/** From the start of the recording to the end of the thread that ended last. */
export const wholeDuration = (lanes: readonly Lane[]): Microseconds =>
  Math.max(0, ...lanes.map(({ offset, recording }) => offset + recording.duration));

/** The sum of those that are known; undefined where none is. */
export function addKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : add(known);
}

function add(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
