import type { Microseconds, RecordingFacts, SamplerName } from '../core/index.ts';
import type { ClockTotals } from './cpu-curve.ts';
import type { ParsedFacts } from '../recording/heatline-facts.ts';

/** The model's facts from what the recorder noted and what the profile itself says. */
export function recordingFacts(
  sampler: SamplerName,
  { facts, diagnostics }: ParsedFacts,
  duration: Microseconds,
  totals: ClockTotals,
): RecordingFacts {
  return {
    sampler: facts?.sampler ?? sampler,
    samplerReason: facts?.samplerReason,
    frameRepair: facts?.frameRepair,
    recorderScript: facts?.recorderScript,
    runtimeVersion: facts?.runtimeVersion,
    v8Version: facts?.v8Version,
    program: facts?.program,
    args: facts?.args,
    cwd: facts?.cwd,
    requestedInterval: facts?.requestedIntervalUs,
    reportedLost: facts?.reportedLost,
    startedAt: facts?.startedAt,
    ending: facts?.ending,
    duration,
    ...totals,
    diagnostics: [...(facts?.diagnostics ?? []), ...diagnostics],
  };
}
