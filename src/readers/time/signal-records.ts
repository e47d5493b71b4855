import type { Microseconds } from '../../core/index.ts';
import { recordedStates, type SampleRecords } from '../../recording/sample-records.ts';

/** In which state did a signal find the thread? */
export const SignalState = { running: 0, waiting: 1, returning: 2 } as const;

/** One record for each signal of the sampler, oldest first. All columns but the states are running totals. */
export interface SignalRecords {
  /** When, in microseconds on the clock of the samples. */
  readonly time: Float64Array;
  /** The thread's time on a CPU, in microseconds. */
  readonly cpu: Float64Array;
  /** For how long the thread was off the CPU after it gave it up by itself, in microseconds: it waited for something. */
  readonly givenUp: Float64Array;
  /** A `SignalState` each. */
  readonly state: Uint8Array;
}

/** The records as columns. `origin`: the zero of the samples' clock, on that of the records. */
export function parseRecords(records: SampleRecords, origin: Microseconds): SignalRecords {
  const count = records.states.length;
  const [time, cpu, givenUp] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const state = new Uint8Array(count);
  let [at, used, off] = [0 - origin, 0, 0];
  for (let i = 0; i < count; i++) {
    time[i] = at += records.timeUs[i];
    cpu[i] = used += records.cpuUs[i];
    if (i > 0 && records.switches[i] > 0) off += Math.max(0, records.timeUs[i] - records.cpuUs[i]);
    givenUp[i] = off;
    state[i] = recordedStates.indexOf(records.states[i]);
  }
  return { time, cpu, givenUp, state };
}
