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

/** A program that died without warning, whose samples were on disk all the same. */
export function noticeDeath(file: string, exit: ProgramExit | undefined, errorText: string): Diagnostic {
  const why = isOutOfMemory(errorText) ? { isOutOfMemory: true } : { signal: exit?.signal };
  return { code: 'program-killed', severity: 'warning', file, ...why };
}

/** What became of the inspector through which a program was sampled. */
export interface Loss {
  readonly isSilent?: boolean;
  readonly isInspectorClosed?: boolean;
}

/** What took the last samples of a program with it, where those before them are safe. */
export function noticeCut(exit: ProgramExit, { isSilent, isInspectorClosed }: Loss, errorText: string): Diagnostic {
  const cut = { code: 'samples-cut', severity: 'warning' } as const;
  if (isSilent) return { ...cut, why: 'inspector-silent' };
  if (isInspectorClosed) return { ...cut, why: 'inspector-closed' };
  if (isOutOfMemory(errorText)) return { ...cut, why: 'out-of-memory' };
  const { signal } = exit;
  return signal === undefined ? { ...cut, why: 'vanished' } : { ...cut, why: 'killed', signal };
}

/** Why nothing could be saved of a program that ended without error of ours. */
export function noticeLoss(
  what: { readonly file: string; readonly lost: Sampler['collects'] },
  exit: ProgramExit,
  { isSilent, isInspectorClosed }: Loss,
  errorText: string,
): Diagnostic {
  const { signal } = exit;
  const about = { severity: 'error', ...what } as const;
  if (isSilent) return { code: 'inspector-silent', ...about };
  if (isInspectorClosed) return { code: 'inspector-closed', ...about };
  if (isOutOfMemory(errorText)) return { code: 'program-out-of-memory', ...about };
  if (signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL')
    return { code: 'program-aborted', signal, ...about };
  return signal === undefined ? { code: 'program-vanished', ...about } : { code: 'program-killed', signal, ...about };
}

function isOutOfMemory(errorText: string): boolean {
  return /heap out of memory|Allocation failed/.test(errorText);
}

/** What went wrong on our side; what nobody foresaw says so, with the error's own words. */
export function noticeFailure(error: unknown): Diagnostic {
  if (error instanceof RecordingError) return { code: error.code, severity: 'error', message: error.message };
  return { code: 'recording-not-finished', severity: 'error', reason: reasonOf(error) };
}
