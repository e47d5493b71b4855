import type { Diagnostic } from '../core/index.ts';
import { describeProgramError } from './describe-ending.ts';
import { intervalAdvice } from './interval.ts';
import { type RecordOptions } from './recording-session.ts';
import { RecordingError, type EndingNote } from '../recording/index.ts';

/** What a user should know of a recording whatever became of it: how it was asked for, and why its program failed. */
export function findingsOf(options: RecordOptions, note: EndingNote | undefined): Diagnostic[] {
  const advice = intervalAdvice(options.interval);
  const error = note && describeProgramError(options, note);
  return [
    ...(advice === undefined ? [] : [{ code: 'interval-short', severity: 'info' as const, message: advice }]),
    ...(error ?? []),
  ];
}

/** The V8 logs reached so many bytes, which ended the recording. */
export function describeTooLarge(limit: number): Diagnostic {
  const size = limit >= 1024 ** 3 ? `${limit / 1024 ** 3} GB` : `${Math.round(limit / 1024)} kB`;
  return {
    code: 'log-too-large',
    severity: 'warning',
    message: `The V8 log reached ${size}, so the recording was stopped; use a longer interval or a shorter duration.`,
  };
}

/** What went wrong on our side; what nobody foresaw says so, with the error's own words. */
export function describeFailure(error: unknown): Diagnostic {
  if (error instanceof RecordingError) return { code: error.code, severity: 'error', message: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The recording could not be finished because of an unexpected error in Heatline: ${reason}.`;
  return { code: 'recording-not-finished', severity: 'error', message };
}
