import type { Microseconds } from '../core/index.ts';
import type { CpuCurve } from './cpu-curve.ts';

/**
 * How a sample found the thread: idle; executing code, its instructions or a builtin's, so that it was not blocked; or anything
 * else, also where the sampler does not tell these apart.
 */
export type ThreadState = 'idle' | 'running' | 'other';

/**
 * The same as numbers, and what the addon tells of samples of any kind but idle ones: waiting in a system call, or returning from one
 * in which it may have waited.
 */
export const State = { idle: 0, running: 1, other: 2, asleep: 3, returning: 4 } as const;
type State = (typeof State)[keyof typeof State];

export interface SampleStates {
  /** A `State` for each sample. */
  readonly state: Uint8Array;
  /** For each sample that is asleep the wait in which it came, -1 for others. */
  readonly waitOf: Int32Array;
}

/**
 * V8 notes when it took a sample some microseconds after the addon has seen its signal, in its log up to a hundred. No sampler takes
 * two samples within the least of these.
 */
const LONGEST_SHIFT: Microseconds = 400;
const LEAST_SHIFT: Microseconds = 100;

/** The states of so many samples that were `taken` then. `interval`: between two of them, as it was requested. */
export function findStates(
  { waits }: Pick<CpuCurve, 'waits'>,
  taken: Float64Array,
  stateOf: (sample: number) => ThreadState,
  { count, interval }: { readonly count: number; readonly interval: Microseconds },
): SampleStates {
  const state = new Uint8Array(count);
  const waitOf = new Int32Array(count).fill(-1);
  const shift = Math.min(LONGEST_SHIFT, Math.max(LEAST_SHIFT, interval / 2));
  for (let i = 0, wait = 0; i < count; i++) {
    state[i] = State[stateOf(i)];
    if (waits === undefined || state[i] === State.idle) continue;
    while (wait < waits.toUs.length && waits.toUs[wait] + shift < taken[i]) wait++;
    if (!(waits.fromUs[wait] - shift <= taken[i])) continue;
    state[i] = waits.isReturn[wait] === 1 ? State.returning : State.asleep;
    if (state[i] === State.asleep) waitOf[i] = wait;
  }
  return { state, waitOf };
}
