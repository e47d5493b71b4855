import type { Microseconds } from '../core/index.ts';
import { type CpuCurve, cpuBetween, segmentAt } from './cpu-curve.ts';
import type { SampleUse, ThreadState } from './sample-use.ts';

/** Samples among which time is spread evenly: the time of this many is known to an eighth. */
const ENOUGH_SAMPLES = 64;
/** What V8's samplers need beyond the interval that was requested, in microseconds. */
const OVERHEAD = 70;
/** A sample stands for no more intervals than this where the thread idles nearby: what is above was not sampled. */
const MOST_INTERVALS = 1.5;
/** From a wake-up to the second sample behind it there are two intervals at most. A longer sample has a gap behind it. */
const LONGEST = 2.5;

export interface EvenedSamples {
  readonly curve: CpuCurve;
  readonly starts: Float64Array;
  readonly stateOf: (sample: number) => ThreadState;
  readonly interval: Microseconds;
  /** For each span of the curve: 1 where the thread idled nearby. */
  readonly isIdleNear: Uint8Array;
}

/**
 * The use of the samples, with the same time for each where the thread idles nearby.
 *
 * A sampler finds a thread that works in bursts as often as an interval fits into the time it works, at any moment of it. So
 * each sample stands for one interval, and not for what lies between it and the ends of its burst: those that come late in
 * a burst have more before them, and bursts without a sample would be no time at all. How much time that is all together, the
 * clock says. Where it says much more than samples are there, the thread worked where no sampler looks, or bursts follow the
 * sampler's own beat; that is told as unseen.
 */
export function evenOut(samples: EvenedSamples, use: Required<Omit<SampleUse, 'unseen'>>): SampleUse {
  const evened = { ...use, onCpu: cpuBetween(samples.curve, samples.starts), unseen: new Float64Array(use.cpu.length) };
  eachGroup(samples, (from, to) => evenGroup(samples, evened, from, to));
  const { onCpu: _, ...result } = evened;
  return result;
}

/** How many usual samples one that lasts so long is worth. */
const worthOf = (time: Microseconds, interval: Microseconds): number =>
  time > LONGEST * interval ? time / interval : 1;

/** Calls with stretches of samples near idle time, each with enough that are not idle, or all there are. */
function eachGroup(samples: EvenedSamples, visit: (from: number, to: number) => void): void {
  eachStretch(samples, (from, to) => {
    const bounds = [from];
    let seen = 0;
    for (let i = from; i < to; i++)
      if (samples.stateOf(i) !== 'idle' && ++seen % ENOUGH_SAMPLES === 0) bounds.push(i + 1);
    // What is left is too little by itself.
    if (bounds.length > 1) bounds.pop();
    bounds.push(to);
    for (let group = 1; group < bounds.length; group++) visit(bounds[group - 1], bounds[group]);
  });
}

function eachStretch(
  { curve: { times }, starts, isIdleNear }: EvenedSamples,
  visit: (from: number, to: number) => void,
): void {
  const count = starts.length - 1;
  let span = segmentAt(times, starts[0]);
  const isNear = (sample: number): boolean => {
    while (span < times.length - 2 && times[span + 1] <= starts[sample]) span++;
    return isIdleNear[span] === 1;
  };
  for (let from = 0, to = 0; from < count; from = to + 1) {
    for (to = from; to < count && isNear(to);) to++;
    if (to > from) visit(from, to);
  }
}

function evenGroup(
  { starts, stateOf, interval }: EvenedSamples,
  { cpu, blocked, unseen, onCpu }: Record<'cpu' | 'blocked' | 'unseen' | 'onCpu', Float64Array>,
  from: number,
  to: number,
): void {
  const usual = interval + OVERHEAD;
  let [worth, clock, stood, computed, idled] = [0, 0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    clock += onCpu[i];
    if (stateOf(i) === 'idle') idled += cpu[i];
    else {
      worth += worthOf(starts[i + 1] - starts[i], usual);
      stood += blocked[i];
      computed += cpu[i];
    }
  }
  if (!(idled > 0)) return;
  const each = worth > 0 ? Math.min((clock + stood) / worth, MOST_INTERVALS * usual) : 0;
  const timeOf = (i: number): number => Math.max(0, each * worthOf(starts[i + 1] - starts[i], usual) - blocked[i]);
  let sum = 0;
  for (let i = from; i < to; i++) if (stateOf(i) !== 'idle') sum += timeOf(i);
  const told = Math.min(clock, Math.max(0, each * worth - stood), computed + idled);
  const rest = Math.min(clock - told, computed + idled - told);
  const idle = computed + idled - told - rest;
  for (let i = from; i < to; i++) {
    if (stateOf(i) === 'idle') {
      unseen[i] = (rest * cpu[i]) / idled;
      cpu[i] = (idle * cpu[i]) / idled;
    } else cpu[i] = sum > 0 ? (told * timeOf(i)) / sum : 0;
  }
}
