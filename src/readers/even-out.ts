import { achievableInterval, DurationBins, type Microseconds } from '../core/index.ts';
import { type CpuCurve, cpuBetween, segmentAt } from './cpu-curve.ts';
import { type SampleStates, State } from './sample-states.ts';
import type { SampleUse } from './sample-use.ts';
import { weighWaits } from './weigh-waits.ts';

/** Samples among which time is spread evenly: the time of this many is known to a sixteenth. */
const ENOUGH_SAMPLES = 256;
/** A sample stands for no more intervals than this where the thread idles nearby: what is above was not sampled. */
const MOST_INTERVALS = 1.5;
/** The same where it only waits in system calls: then what is above has nowhere else to be, but samples that came late. */
const MOST_BETWEEN_WAITS = 3;
/** From a wake-up to the second sample behind it there are two intervals at most. A longer sample has a gap behind it. */
const LONGEST = 2.5;
/** So few samples do not tell by their number for how long a thread was blocked. */
const FEW_SAMPLES = 16;

export interface EvenedSamples extends SampleStates {
  readonly curve: CpuCurve;
  readonly starts: Float64Array;
  readonly interval: Microseconds;
  /** 1 for each span of the curve near which the thread idled or waited. */
  readonly isQuiet: Uint8Array;
}

/**
 * The use of the samples, with the same time for each where the thread idles or waits nearby.
 *
 * A sampler finds a thread that works in bursts as often as an interval fits into the time it works, at any moment of it. So
 * each sample stands for one interval, and not for what lies between it and the ends of its burst: those that come late in
 * a burst have more before them, and bursts without a sample would be no time at all. How much time that is all together, the
 * clock says. The same holds of waits between bursts.
 *
 * Where the clock says less than samples are there, some of them found the thread blocked: those of which single spans of the clock
 * tell it, for no longer than that. Where it says much more, the thread worked where no sampler looks, or bursts follow the
 * sampler's own beat; that is told as unseen.
 */
export function evenOut(samples: EvenedSamples, use: Required<Omit<SampleUse, 'unseen'>>): SampleUse {
  const { curve, starts, state } = samples;
  const onCpu = cpuBetween(curve, starts);
  const usual = usualInterval(samples, onCpu);
  const groups = groupSamples(samples);
  const { cpu, blocked, away } = use;
  const unseen = new Float64Array(cpu.length);
  const sums = Array.from({ length: groups.count }, emptySums);
  const waits = weighWaits(samples, usual);
  /** Where waits are known, no other samples found the thread blocked than those that are told of. */
  const mayStand = (i: number): boolean => curve.waits === undefined || state[i] === State.returning;
  /** Of what each used, in usual samples: waiting for a CPU is no part of it. */
  const worthAt = (i: number): number => worthOf(cpu[i] + blocked[i] + away[i], usual) + waits.missedBefore[i];
  for (let i = 0; i < cpu.length; i++) {
    if (groups.of[i] < 0) continue;
    const sum = sums[groups.of[i]];
    sum.clock += onCpu[i];
    if (state[i] === State.idle) {
      sum.idle += cpu[i];
      sum.idleOnCpu += onCpu[i];
      continue;
    }
    sum.used += cpu[i] + blocked[i] + away[i];
    if (state[i] === State.asleep) {
      sum.asleep += waits.time[i];
      sum.wakeUps++;
    } else {
      sum.worth += worthAt(i);
      if (mayStand(i)) sum.stood += blocked[i];
      if (state[i] === State.returning) sum.returns++;
    }
  }
  const shares = sums.map((sum) =>
    sum.idle > 0 || sum.wakeUps > 0 || sum.returns > 0 ? shareOut(sum, usual, waits.wakeUp) : undefined,
  );
  for (let i = 0; i < cpu.length; i++) {
    const share = shares[groups.of[i]];
    if (share === undefined) continue;
    if (state[i] === State.idle) {
      unseen[i] = Math.min(cpu[i], share.unseenOfOnCpu * onCpu[i] + share.unseenOfIdle * cpu[i]);
      cpu[i] = Math.max(0, cpu[i] * share.idleOfIdle);
    } else if (state[i] === State.asleep) {
      blocked[i] = waits.time[i] * share.ofWaits;
      cpu[i] = share.wakeUp;
      unseen[i] = share.unseenOfWakeUp;
    } else {
      const worth = worthAt(i);
      blocked[i] *= mayStand(i) ? share.blocked : 0;
      // What it was blocked it was not on a CPU; the others have that.
      cpu[i] = share.each * Math.max(0, worth - blocked[i] / usual);
    }
    away[i] = 0;
  }
  return { ...use, unseen };
}

/** Samples of a thread that computes all the time last so much of their time on a CPU. */
const BUSY = 0.9;

/** The time between two samples of a thread that computes; short intervals are requested that no sampler reaches. */
function usualInterval({ starts, state, interval }: EvenedSamples, onCpu: Float64Array): Microseconds {
  const durations = new DurationBins();
  let count = 0;
  for (let i = 0; i + 1 < state.length; i++) {
    const duration = starts[i + 1] - starts[i];
    if (hasNothingToDo(state[i]) || hasNothingToDo(state[i + 1]) || onCpu[i] < BUSY * duration) continue;
    durations.add(duration);
    count++;
  }
  const reached = count < ENOUGH_SAMPLES ? undefined : durations.median();
  return reached === undefined ? achievableInterval(interval) : Math.max(interval, reached);
}

const hasNothingToDo = (state: number): boolean =>
  state === State.idle || state === State.asleep || state === State.returning;

/** How many usual samples one that lasts so long is worth. */
const worthOf = (time: Microseconds, interval: Microseconds): number =>
  time > LONGEST * interval ? time / interval : 1;

/**
 * For each sample the group in which time is spread evenly, -1 for none: those in quiet spans of the clock, so many of them, in
 * their order, that chance is small.
 */
function groupSamples({ curve: { times }, starts, state, isQuiet }: EvenedSamples): {
  readonly of: Int32Array;
  readonly count: number;
} {
  const of = new Int32Array(Math.max(0, starts.length - 1)).fill(-1);
  let span = segmentAt(times, starts[0]);
  let [group, seen] = [0, 0];
  for (let i = 0; i < of.length; i++) {
    while (span < times.length - 2 && times[span + 1] <= starts[i]) span++;
    if (isQuiet[span] === 0) continue;
    if (seen === ENOUGH_SAMPLES) [group, seen] = [group + 1, 0];
    of[i] = group;
    if (state[i] !== State.idle) seen++;
  }
  // The last ones are too few by themselves.
  if (group > 0 && seen < ENOUGH_SAMPLES)
    for (let i = of.length - 1; i >= 0 && of[i] !== group - 1; i--) if (of[i] === group) of[i] = group - 1;
  return { of, count: group + 1 };
}

/** What a group has: times, and how many usual samples it is worth that found the thread neither idle nor waiting. */
interface GroupSums {
  /** On a CPU, as the clock says; and of that, in idle samples. */
  clock: Microseconds;
  idleOnCpu: Microseconds;
  /** That idle samples last, and that the others do; and for how long these were blocked, as single spans of the clock tell. */
  idle: Microseconds;
  used: Microseconds;
  stood: Microseconds;
  worth: number;
  /** For how long the thread was off a CPU in the waits of its samples, and how many these are. */
  asleep: Microseconds;
  wakeUps: number;
  /** How many samples found it returning from a call in which it may have waited. */
  returns: number;
}

const emptySums = (): GroupSums => ({
  ...{ clock: 0, idleOnCpu: 0, idle: 0, used: 0, stood: 0, worth: 0, asleep: 0, wakeUps: 0, returns: 0 },
});

/** `each`: of a usual sample; the others are parts, or times of one sample. */
interface GroupShares {
  readonly each: Microseconds;
  /** Of the blocked time that spans tell. */
  readonly blocked: number;
  /** Of what waits last, time off a CPU; and what waking up for one sample takes. */
  readonly ofWaits: number;
  readonly wakeUp: Microseconds;
  /** Time that was not sampled: of what the clock says of idle samples, or of what these last; or in each wait. */
  readonly unseenOfOnCpu: number;
  readonly unseenOfIdle: number;
  readonly unseenOfWakeUp: Microseconds;
  /** Of what an idle sample lasts, time in which the thread idled. */
  readonly idleOfIdle: number;
}

function shareOut(sums: GroupSums, usual: Microseconds, usualWakeUp: Microseconds): GroupShares {
  const { clock, idle, used, worth, asleep, wakeUps } = sums;
  const all = idle + used;
  const off = Math.max(0, all - clock);
  const usuallyWaited = Math.min(off, asleep * (idle > 0 ? 1 : MOST_INTERVALS));
  // Where there is nothing else that ran, waking up is all that the clock counts.
  const waking = idle === 0 && worth === 0 ? clock : Math.min(clock, usualWakeUp * wakeUps);
  const computed = clock - waking;
  // Samples that have no time on the clock found the thread blocked. Few are no evidence: then it is as spans tell.
  const missing = worth < FEW_SAMPLES ? sums.stood : Math.max(0, worth * usual - computed);
  const stood = sums.stood === 0 ? 0 : idle > 0 ? Math.min(sums.stood, missing) : off - usuallyWaited;
  // Where it did not idle, nothing else is left that it could have been off the CPU for.
  const waited = idle > 0 || asleep === 0 ? usuallyWaited : off - stood;
  const left = all - waited - waking;
  const computing = Math.max(0, worth - stood / usual);
  const most = (idle > 0 ? MOST_INTERVALS : MOST_BETWEEN_WAITS) * usual * computing;
  const onCpu = computing > 0 ? Math.max(0, Math.min(computed, most, left - stood)) : 0;
  const unseen = Math.max(0, Math.min(computed - onCpu, left - stood - onCpu));
  return {
    each: computing > 0 ? onCpu / computing : 0,
    blocked: sums.stood > 0 ? stood / sums.stood : 0,
    ofWaits: asleep > 0 ? waited / asleep : 0,
    wakeUp: wakeUps > 0 ? waking / wakeUps : 0,
    unseenOfOnCpu: idle > 0 && sums.idleOnCpu > unseen ? unseen / sums.idleOnCpu : 0,
    unseenOfIdle: idle > 0 && sums.idleOnCpu <= unseen ? unseen / idle : 0,
    unseenOfWakeUp: idle > 0 || wakeUps === 0 ? 0 : unseen / wakeUps,
    idleOfIdle: idle > 0 ? (left - stood - onCpu - unseen) / idle : 0,
  };
}
