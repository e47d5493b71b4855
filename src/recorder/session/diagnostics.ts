import type { Sampler } from '../sampling/sampler.ts';
import { adviseInterval } from './interval.ts';
import type { ProgramExit } from '../program/program.ts';
import type { DecidedOptions } from '../recording-session.ts';
import { type Diagnostic, type EndingNote, reasonOf, RecordingError } from '../../recording/index.ts';

/** What a user should know of a recording whatever became of it: how it was asked for, and why its program failed. */
export function noticeRun(
  { interval, program }: Pick<DecidedOptions, 'interval' | 'program'>,
  note: EndingNote | undefined,
): Diagnostic[] {
  return [...adviseInterval(interval), ...noticeSyntaxError(program, note)];
}

/** The error that ended the program, when it says why nothing worth profiling ran. */
function noticeSyntaxError(program: string, note: EndingNote | undefined): Diagnostic[] {
  const { compile, message } = note?.error ?? {};
  if (compile === undefined || message === undefined) return [];
  const [, file = program, line] = /^(.*):(\d+)$/.exec(compile) ?? [];
  const place = line === undefined ? { file } : { file, line: Number(line) };
  return [{ code: 'program-syntax-error', severity: 'error', error: message, ...place }];
}

/** What ended the samples of a program. */
export interface Loss {
  readonly exit: ProgramExit;
  /** The beginning of what the program wrote to standard error. */
  readonly errorText: string;
  readonly isSilent: boolean;
  readonly isInspectorClosed: boolean;
}

/** A program that died without warning, whose samples were on disk all the same. */
export function noticeDeath(file: string, { exit, errorText }: Loss): Diagnostic {
  const why = isOutOfMemory(errorText) ? { isOutOfMemory: true } : { signal: exit.signal };
  return { code: 'program-killed', severity: 'warning', file, ...why };
}

/** What took the last samples of a program with it, where those before them are safe. */
export function noticeCut(loss: Loss): Diagnostic {
  const why = causeOf(loss);
  return { code: 'samples-cut', severity: 'warning', why, ...(why === 'killed' && { signal: loss.exit.signal }) };
}

/** Why nothing could be saved of a program that ended without error of ours. */
export function noticeLoss(
  what: { readonly file: string; readonly lost: Sampler['collects'] },
  loss: Loss,
): Diagnostic {
  const about = { severity: 'error', ...what } as const;
  const { signal = '' } = loss.exit;
  const cause = causeOf(loss);
  switch (cause) {
    case 'inspector-silent':
    case 'inspector-closed':
      return { code: cause, ...about };
    case 'out-of-memory':
      return { code: 'program-out-of-memory', ...about };
    case 'vanished':
      return { code: 'program-vanished', ...about };
    case 'killed':
      return { code: /^SIG(ABRT|TRAP|ILL)$/.test(signal) ? 'program-aborted' : 'program-killed', signal, ...about };
  }
}

function causeOf({ exit, errorText, isSilent, isInspectorClosed }: Loss) {
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
