import { readCallCounts } from '../readers/call-counts.ts';
import { buildFunctions, type FunctionIdentities, type Source } from '../core/index.ts';
import type { Diagnostic } from '../recording/index.ts';
import { mapPositions, type Places } from '../source-maps/index.ts';
import { placesOf, refuseSpecialFile } from './analyze.ts';
import { explainOutOfMemory, explainUnreadable } from './errors.ts';

/** How often each function was called, in original positions. */
export interface CallAnalysis {
  readonly functions: Omit<FunctionIdentities, 'ofFrame'>;
  readonly sources: readonly Source[];
  /** Row by row of `functions`; exact. */
  readonly calls: Float64Array;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a recording of counted calls says. Throws `UnreadableRecordingError`. */
export const analyzeCalls = (recording: string, places?: Places): Promise<CallAnalysis> =>
  analyzeCounts(recording, places).catch((error: unknown) => {
    throw explainOutOfMemory(recording, error);
  });

async function analyzeCounts(recording: string, places: Places | undefined): Promise<CallAnalysis> {
  const {
    request,
    calls,
    recording: facts,
  } = await refuseSpecialFile(recording)
    .then(() => readCallCounts(recording))
    .catch((error: unknown) => {
      throw explainUnreadable(recording, error);
    });
  const mapping = mapPositions(request, placesOf(recording, [facts.cwd ?? []].flat(), places));
  const { ofFrame, ...functions } = buildFunctions(request.frames, mapping);
  const sums = new Float64Array(functions.name.length);
  calls.forEach((count, frame) => (sums[ofFrame[frame]] += count));
  return {
    functions,
    sources: mapping.sources,
    calls: sums,
    diagnostics: [...facts.diagnostics, ...mapping.diagnostics],
  };
}
