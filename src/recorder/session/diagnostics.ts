import type { ProgramExit } from '../program/program.ts';
import { type Diagnostic, type DiagnosticOf, reasonOf, RecordingError } from '../../recording/index.ts';

/** What ended the samples of a program. */
export interface Loss {
  readonly exit: ProgramExit;
  /** The beginning of what the program wrote to standard error. */
  readonly errorText: string;
  readonly isSilent: boolean;
  readonly isInspectorClosed: boolean;
}

/** A program that was gone before all of its samples were taken; `kept`: of these. */
export function noticeGone(file: string, kept: DiagnosticOf<'program-gone'>['kept'], loss: Loss): Diagnostic {
  const severity = kept === 'none' ? 'error' : 'warning';
  const why = causeOf(loss);
  return { code: 'program-gone', severity, file, kept, why, ...(why === 'killed' && { signal: loss.exit.signal }) };
}

function causeOf({ exit, errorText, isSilent, isInspectorClosed }: Loss): DiagnosticOf<'program-gone'>['why'] {
  if (isSilent) return 'inspector-silent';
  if (isInspectorClosed) return 'inspector-closed';
  if (isOutOfMemory(errorText)) return 'out-of-memory';
  return exit.signal === undefined ? 'vanished' : 'killed';
}

function isOutOfMemory(errorText: string): boolean {
  return /heap out of memory|Allocation failed/.test(errorText);
}

/** What went wrong on our side; what nobody foresaw says so, with the error's own words. */
export function noticeFailure(error: unknown): Diagnostic {
  if (error instanceof RecordingError) return { code: error.code, severity: 'error', message: error.message };
  return { code: 'recording-not-finished', severity: 'error', reason: reasonOf(error) };
}
