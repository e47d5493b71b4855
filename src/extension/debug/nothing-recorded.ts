import { describeDiagnostic } from '../../present/diagnostics.ts';
import type { RecordingOutcome } from '../../recorder/recording-session.ts';

/** Why there is no recording of a run, in a sentence for the user. */
export function whyNothing({ diagnostics }: RecordingOutcome): string {
  const why = diagnostics.find(({ severity }) => severity === 'error');
  return why ? describeDiagnostic(why) : 'Nothing was recorded: the program ended before the first sample.';
}
