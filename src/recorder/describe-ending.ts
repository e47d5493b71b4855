import type { Diagnostic } from '../core/index.ts';
import type { Sampler } from './inspector-sampler.ts';
import type { ProgramExit } from './program.ts';
import type { RecordOptions } from './recording-session.ts';
import type { EndingNote } from '../recording/index.ts';

/**
 * How the recording ended, as a sentence for the report and the list of recordings. The program's own word (`note`) comes
 * before its end, and Node may still choose another code; the system's (`exit`) counts where it is known.
 */
export function describeEnding(
  stoppedBy: 'user' | 'duration' | undefined,
  note: EndingNote | undefined,
  exit: ProgramExit | undefined,
): string {
  if (stoppedBy === 'duration') return 'The duration ran out.';
  if (stoppedBy === 'user') return 'The recording was stopped.';
  if (note?.signal !== undefined) return `The program was ended by ${note.signal}.`;
  const code = exit?.code ?? note?.code;
  if (note?.error !== undefined) return `The program ended with code ${code} after an uncaught ${note.error.name}.`;
  if (note === undefined && exit?.signal !== undefined)
    return `The program was killed by ${exit.signal}; what was recorded until then was kept.`;
  return code === undefined ? 'The program ended.' : `The program ended with code ${code}.`;
}

/** The error that ended the program, when it says why nothing worth profiling ran. */
export function describeProgramError(options: RecordOptions, note: EndingNote): Diagnostic[] {
  const { compile, message } = note.error ?? {};
  if (compile === undefined) return [];
  const [, file = options.program, line] = /^(.*):(\d+)$/.exec(compile) ?? [];
  const where = line === undefined ? `${file}, or a module that it imports,` : `${file}:${line}`;
  return [
    {
      code: 'program-syntax-error',
      severity: 'error',
      message: `${where} has a syntax error (${message}); correct it and profile again.`,
      file,
      line: line === undefined ? undefined : Number(line),
    },
  ];
}

/** A program that died without warning, whose samples were on disk all the same. */
export function describeDeath(options: RecordOptions, exit: ProgramExit | undefined, errorText: string): Diagnostic[] {
  const how = isOutOfMemory(errorText) ? 'ran out of memory' : `was killed by ${exit?.signal ?? 'the system'}`;
  const message = `The program ${how}; what was recorded until then was kept.`;
  return [{ code: 'program-killed', severity: 'warning', message, file: options.program }];
}

function isOutOfMemory(errorText: string): boolean {
  return /heap out of memory|Allocation failed/.test(errorText);
}

/** Why nothing could be saved, and what to do. */
export function describeLoss(
  options: RecordOptions,
  exit: ProgramExit,
  note: EndingNote | undefined,
  errorText: string,
  collected: Sampler['collects'],
): Diagnostic {
  const areSamples = collected === 'samples';
  if (note?.isInspectorClosed) {
    const other = areSamples ? ', or record a V8 log (sampler v8log), which does not need it' : '';
    const through = areSamples ? 'it was sampled' : 'its calls were counted';
    const message = `The program closed its inspector (inspector.close()), through which ${through}: nothing was recorded; take that call out${other}.`;
    return { code: 'inspector-closed', severity: 'error', message, file: options.program };
  }
  const outOfMemory = isOutOfMemory(errorText);
  const aborted = exit.signal === 'SIGABRT' || exit.signal === 'SIGTRAP' || exit.signal === 'SIGILL';
  const log = 'record a V8 log (sampler v8log), which keeps what was sampled until then';
  const duration = 'give a duration that ends before';
  const advice = `let it end by itself, stop it with Heatline, ${areSamples ? `${duration}, or ${log}` : `or ${duration}`}`;
  const lost = (code: string, what: string): Diagnostic => ({
    code,
    severity: 'error',
    message: `${what}, which takes ${areSamples ? "the inspector's samples" : 'the counted calls'} with it: nothing was recorded; ${advice}.`,
    file: options.program,
  });
  if (outOfMemory) return lost('program-out-of-memory', 'The program ran out of memory');
  if (aborted) return lost('program-aborted', `The program aborted (${exit.signal}) or ran out of memory`);
  if (exit.signal !== undefined) return lost('program-killed', `The program was killed by ${exit.signal}`);
  return lost('program-vanished', 'The program ended without warning');
}
