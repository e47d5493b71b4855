import type { RunningProgram } from './running-program.ts';
import type { TakenSamples } from '../sampler.ts';
import type { Microseconds } from '../../core/index.ts';
import { formatHeatlineSection } from '../../recording/facts.ts';
import { type CpuClockReadings, type Diagnostic, type Ending, RECORDER_SCRIPT } from '../../recording/index.ts';
import type { ThreadFacts } from '../../recording/threads.ts';

/** Why a program that runs is sampled as it is. */
export const SAMPLER_REASON = "The inspector's sampler, because V8's log can only begin together with the program.";

/** What comes with the samples of a thread. `ending` and `diagnostics` are the program's, and known at its end. */
export interface DescribedParts extends Pick<TakenSamples, 'scripts'> {
  readonly cpuClock: CpuClockReadings | undefined;
  readonly ending?: Ending;
  readonly diagnostics?: readonly Diagnostic[];
}

/** Gives what stands beside the samples of a thread, as JSON. */
export type DescribeThread = (thread: ThreadFacts, parts: DescribedParts) => string;

/** What is known of each thread of a program that runs. `startedAt`: when the recording began, in milliseconds since 1970. */
export function describesThreads(program: RunningProgram, interval: Microseconds, startedAt: number): DescribeThread {
  return (thread, { scripts, cpuClock, ending, diagnostics = [] }) =>
    formatHeatlineSection({
      facts: {
        sampler: 'inspector',
        samplerReason: SAMPLER_REASON,
        frameRepair: { state: 'off', reason: 'attached', detail: 'the program was running already' },
        recorderScripts: [RECORDER_SCRIPT],
        runtimeVersion: program.version,
        v8Version: program.v8,
        program: program.program,
        args: program.args,
        cwd: program.cwd,
        requestedIntervalUs: interval,
        startedAt,
        ending,
        thread,
        diagnostics,
      },
      scripts,
      cpuClock: cpuClock && { ...cpuClock, anchorUs: thread.startUs },
    });
}
