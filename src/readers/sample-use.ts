import type { Microseconds } from '../core/index.ts';
import { type CpuCurve, cpuBetween, eachPiece, slopeOf } from './cpu-curve.ts';
import { evenOut } from './even-out.ts';
import { findStates, State, type ThreadState } from './sample-states.ts';

/** What samples were used for, one value for each. Times in microseconds. */
export interface SampleUse {
  readonly cpu: Float64Array;
  /** Blocked in synchronous calls; undefined where the clock does not tell that from waiting for a CPU. */
  readonly blocked?: Float64Array;
  /** Idle time in samples that found the thread running, part of neither. */
  readonly away?: Float64Array;
  /** Time on a CPU of which there is no sample, in the idle and the waiting ones meanwhile; part of neither. */
  readonly unseen?: Float64Array;
}

/** Idle time within this time of a span is near to it, in microseconds. */
const NEAR = 50_000;

/** Spans of a clock whose readings are within this time of each other are told apart from idle time together, in microseconds. */
const WINDOW = 10_000_000;

/**
 * How the program spent the time between each two of `starts`. Waiting for a CPU is neither. Idle time is not split: it
 * is neither computing nor blocked, and counts as `cpu` for as long as it lasted.
 *
 * A span between two readings has one sum of time off the CPU, and of that idle samples explain as much as they last. The
 * rest is blocked time of the other samples. How long a thread that works in short bursts idled in one span is only as exact
 * as a few samples are: where they lasted longer than the thread was off the CPU, others lasted too short, whose surplus is
 * no blocked time. So a surplus counts only in so far as there is no such deficit nearby. Spans without idle samples are exact.
 *
 * Blocked time is first of those samples that found the thread waiting, and then of those that may have. Running samples were not blocked: where the thread idled
 * nearby the others explain blocked time before them, and what they cannot is idle time. Elsewhere all have their part: time
 * that a hypervisor took is off the CPU, too, and it takes that from whatever runs.
 *
 * Near idle times and waits all that is only what single spans tell: there `evenOut` decides.
 *
 * `interval`: between two samples, as it was requested. `taken`: when each was, where that is not its start.
 */
export function useBetween(
  curve: CpuCurve,
  starts: Float64Array,
  stateOf: (sample: number) => ThreadState,
  interval: Microseconds,
  taken: Float64Array = starts,
): SampleUse {
  const { used, times } = curve;
  if (used === undefined) return { cpu: cpuBetween(curve, starts) };
  const { busy, off } = used;
  const count = Math.max(0, starts.length - 1);
  const use = { cpu: new Float64Array(count), blocked: new Float64Array(count), away: new Float64Array(count) };
  const states = findStates(curve, taken, stateOf, { count, interval });
  const { state } = states;

  const spans = times.length - 1;
  const lasted = Object.values(State).map(() => new Float64Array(spans));
  eachPiece(times, starts, (span, sample, time) => {
    lasted[state[sample]][span] += time;
  });
  const { [State.idle]: idle, [State.running]: running, [State.other]: other } = lasted;
  /** Time off the CPU that idle samples do not explain; negative where they last longer than that. */
  const surplus = idle.map(
    (time, span) =>
      lasted.reduce((all, column) => all + column[span], 0) * slopeOf(times, off, span) -
      time * slopeOf(times, busy, span),
  );
  const parts = partsBlocked(times, surplus, idle);
  const isIdleNear = idlesNear(times, idle);
  const rest = surplus.map((time, span) => Math.max(0, time) * parts[span]);
  /** What samples of a state can explain of the rest. */
  const take = (its: number): Float64Array<ArrayBuffer> =>
    lasted[its].map((time, span) => {
      const taken = Math.min(rest[span], time * slopeOf(times, busy, span));
      rest[span] -= taken;
      return taken;
    });
  const blocked = lasted.map(() => rest);
  for (const its of [State.asleep, State.returning]) blocked[its] = take(its);
  blocked[State.other] = rest.map((time, span) =>
    isIdleNear[span] === 1
      ? Math.min(time, other[span] * slopeOf(times, busy, span))
      : (time * other[span]) / Math.max(1, other[span] + running[span]),
  );
  blocked[State.running] = rest.map((time, span) => time - blocked[State.other][span]);
  blocked[State.idle] = new Float64Array(spans);
  eachPiece(times, starts, (span, sample, time) => {
    const its = state[sample];
    const all = time * slopeOf(times, busy, span);
    const sum = blocked[its][span];
    const part = sum > 0 ? Math.min(all, (time * sum) / lasted[its][span]) : 0;
    use.cpu[sample] += all - part;
    (its === State.running && isIdleNear[span] === 1 ? use.away : use.blocked)[sample] += part;
  });
  return evenOut({ curve, starts, ...states, interval, isQuiet: quietSpans(lasted) }, use);
}

/** 1 for each span in which the thread idled, or near which a sample found it waiting: the wait may reach into both neighbours. */
function quietSpans({
  [State.idle]: idle,
  [State.asleep]: asleep,
  [State.returning]: returning,
}: readonly Float64Array[]): Uint8Array {
  const isQuiet = new Uint8Array(idle.length);
  for (let span = 0; span < idle.length; span++) {
    if (idle[span] > 0) isQuiet[span] = 1;
    if (asleep[span] + returning[span] > 0) isQuiet.fill(1, Math.max(0, span - 1), span + 2);
  }
  return isQuiet;
}

/** 1 for each span within `NEAR` of which the thread idled. */
function idlesNear(times: Float64Array, idle: Float64Array): Uint8Array {
  const isNear = new Uint8Array(idle.length);
  let first = 0;
  for (let span = 0; span < idle.length; span++) {
    if (!(idle[span] > 0)) continue;
    while (times[span] - times[first + 1] > NEAR) first++;
    for (; first < idle.length && times[first] - times[span + 1] < NEAR; first++) isNear[first] = 1;
    first = span;
  }
  return isNear;
}

/** For each span which part of its surplus is blocked time: all of it without idle samples, else what deficits leave over. */
function partsBlocked(times: Float64Array, surplus: Float64Array, idle: Float64Array): Float64Array {
  const parts = new Float64Array(surplus.length).fill(1);
  eachWindow(times, (from, to) => {
    let [above, below] = [0, 0];
    for (let span = from; span < to; span++)
      if (idle[span] > 0) {
        above += Math.max(0, surplus[span]);
        below -= Math.min(0, surplus[span]);
      }
    const part = above > 0 ? Math.max(0, 1 - below / above) : 0;
    for (let span = from; span < to; span++) if (idle[span] > 0) parts[span] = part;
  });
  return parts;
}

/** Calls with the spans of each window: from one, up to another. */
function eachWindow(times: Float64Array, visit: (from: number, to: number) => void): void {
  const spans = times.length - 1;
  for (let from = 0, to = 0; from < spans; from = to) {
    while (to < spans && times[to] - times[from] < WINDOW) to++;
    visit(from, to);
  }
}
