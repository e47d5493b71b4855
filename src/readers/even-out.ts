import { achievableInterval, type Microseconds } from '../core/index.ts';
import { type CpuCurve, cpuBetween, segmentAt } from './cpu-curve.ts';
import type { SampleUse, ThreadState } from './sample-use.ts';

/** Samples among which time is spread evenly: the time of this many is known to a sixteenth. */
const ENOUGH_SAMPLES = 256;
/** A sample stands for no more intervals than this where the thread idles nearby: what is above was not sampled. */
const MOST_INTERVALS = 1.5;
/** From a wake-up to the second sample behind it there are two intervals at most. A longer sample has a gap behind it. */
const LONGEST = 2.5;
/** So few samples do not tell by their number for how long a thread was blocked. */
const FEW_SAMPLES = 16;

export interface EvenedSamples {
  readonly curve: CpuCurve;
  readonly starts: Float64Array;
  readonly stateOf: (sample: number) => ThreadState;
  readonly interval: Microseconds;
  /** How long samples say that the thread idled in each span of the curve. */
  readonly idle: Float64Array;
}

/**
 * The use of the samples, with the same time for each where the thread idles nearby.
 *
 * A sampler finds a thread that works in bursts as often as an interval fits into the time it works, at any moment of it. So
 * each sample stands for one interval, and not for what lies between it and the ends of its burst: those that come late in
 * a burst have more before them, and bursts without a sample would be no time at all. How much time that is all together, the
 * clock says.
 *
 * Where it says less than samples are there, some of them found the thread blocked: those of which single spans of the clock tell
 * it, for no longer than that. Where it says much more, the thread worked where no sampler looks, or bursts follow the sampler's own beat; that is told as unseen.
 */
export function evenOut(samples: EvenedSamples, use: Required<Omit<SampleUse, 'unseen'>>): SampleUse {
  const { curve, starts, stateOf } = samples;
  const usual = achievableInterval(samples.interval);
  const onCpu = cpuBetween(curve, starts);
  const groups = groupSamples(samples);
  const { cpu, blocked, away } = use;
  const unseen = new Float64Array(cpu.length);
  const sums = Array.from({ length: groups.count }, () => ({ clock: 0, idle: 0, used: 0, worth: 0, stood: 0 }));
  /** Of what each used, in usual samples: waiting for a CPU is no part of it. */
  const worth = cpu.map((time, i) => worthOf(time + blocked[i] + away[i], usual));
  for (let i = 0; i < cpu.length; i++) {
    if (groups.of[i] < 0) continue;
    const sum = sums[groups.of[i]];
    sum.clock += onCpu[i];
    if (stateOf(i) === 'idle') sum.idle += cpu[i];
    else {
      sum.worth += worth[i];
      sum.used += cpu[i] + blocked[i] + away[i];
      sum.stood += blocked[i];
    }
  }
  const shares = sums.map((sum) => (sum.idle > 0 ? shareOut(sum, usual) : undefined));
  for (let i = 0; i < cpu.length; i++) {
    const share = shares[groups.of[i]];
    if (share === undefined) continue;
    if (stateOf(i) === 'idle') {
      unseen[i] = cpu[i] * share.unseenOfIdle;
      cpu[i] *= share.idleOfIdle;
      continue;
    }
    blocked[i] *= share.blocked;
    // What it was blocked it was not on a CPU; the others have that.
    cpu[i] = share.each * Math.max(0, worth[i] - blocked[i] / usual);
    away[i] = 0;
  }
  return { ...use, unseen };
}

/** How many usual samples one that lasts so long is worth. */
const worthOf = (time: Microseconds, interval: Microseconds): number =>
  time > LONGEST * interval ? time / interval : 1;

/**
 * For each sample the group in which time is spread evenly, -1 for none: those in spans of the clock in which the thread idled, so many
 * of them, in their order, that chance is small.
 */
function groupSamples({ curve: { times }, starts, stateOf, idle }: EvenedSamples): {
  readonly of: Int32Array;
  readonly count: number;
} {
  const of = new Int32Array(Math.max(0, starts.length - 1)).fill(-1);
  let span = segmentAt(times, starts[0]);
  let [group, seen] = [0, 0];
  for (let i = 0; i < of.length; i++) {
    while (span < times.length - 2 && times[span + 1] <= starts[i]) span++;
    if (!(idle[span] > 0)) continue;
    if (seen === ENOUGH_SAMPLES) [group, seen] = [group + 1, 0];
    of[i] = group;
    if (stateOf(i) !== 'idle') seen++;
  }
  // The last ones are too few by themselves.
  if (group > 0 && seen < ENOUGH_SAMPLES)
    for (let i = of.length - 1; i >= 0 && of[i] !== group - 1; i--) if (of[i] === group) of[i] = group - 1;
  return { of, count: group + 1 };
}

/** What a group has: times, and how many usual samples it is worth that are not idle. */
interface GroupSums {
  /** On a CPU, as the clock says. */
  readonly clock: Microseconds;
  /** That idle samples last, and that the others do; and for how long these were blocked, as single spans of the clock tell. */
  readonly idle: Microseconds;
  readonly used: Microseconds;
  readonly stood: Microseconds;
  readonly worth: number;
}

/** `each`: of a usual sample; the others are parts. */
interface GroupShares {
  readonly each: Microseconds;
  /** Of the blocked time that spans tell. */
  readonly blocked: number;
  /** Of what an idle sample lasts, time on a CPU and time in which the thread idled. */
  readonly unseenOfIdle: number;
  readonly idleOfIdle: number;
}

function shareOut({ clock, idle, used, stood: told, worth }: GroupSums, usual: Microseconds): GroupShares {
  const all = idle + used;
  // Samples that have no time on the clock found the thread blocked. Few are no evidence: then it is as spans tell.
  const missing = worth < FEW_SAMPLES ? told : Math.max(0, worth * usual - clock);
  const stood = Math.min(told, missing);
  const computing = Math.max(0, worth - stood / usual);
  const onCpu = computing > 0 ? Math.min(clock, MOST_INTERVALS * usual * computing, all - stood) : 0;
  const unseen = Math.min(clock - onCpu, all - stood - onCpu);
  return {
    each: computing > 0 ? onCpu / computing : 0,
    blocked: told > 0 ? stood / told : 0,
    unseenOfIdle: unseen / idle,
    idleOfIdle: (all - stood - onCpu - unseen) / idle,
  };
}
