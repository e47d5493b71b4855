import type { AttachedRepair } from './attached-repair.ts';
import type { RunningProgram } from './running-program.ts';
import type { DescribedParts } from '../recorded-thread.ts';
import type { Microseconds } from '../../core/index.ts';
import { formatHeatlineSection } from '../../recording/facts.ts';
import { type Ending, RECORDER_SCRIPT } from '../../recording/index.ts';
import type { ThreadFacts } from '../../recording/threads.ts';

/** Why a program that runs is sampled as it is. */
export const SAMPLER_REASON = "The inspector's sampler, because V8's log can only begin together with the program.";

/** Gives what stands beside the samples of a thread, as JSON. `ending`: the program's, known at its end. */
export type DescribeAttached = (thread: ThreadFacts, parts: DescribedParts, ending?: Ending) => string;

/** What is known of each thread of a program that runs. `startedAt`: when the recording began, in milliseconds since 1970. */
export function describesThreads(
  program: RunningProgram,
  interval: Microseconds,
  startedAt: number,
  repair: Pick<AttachedRepair, 'facts'>,
): DescribeAttached {
  return (thread, { scripts, cpuClock, noticed }, ending) =>
    formatHeatlineSection({
      facts: {
        attached: true,
        sampler: 'inspector',
        samplerReason: SAMPLER_REASON,
        frameRepair: repair.facts,
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
        diagnostics: noticed,
      },
      scripts,
      cpuClock: cpuClock && { ...cpuClock, anchorUs: thread.startUs },
    });
}
