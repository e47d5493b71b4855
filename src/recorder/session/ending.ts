import { constants } from 'node:os';
import { type Ending, type EndingNote, endingSignals, type StoppedBy } from '../../recording/index.ts';
import type { ProgramExit } from '../program/program.ts';

/**
 * How a recording ended. The program's own word (`note`) comes before its end, and Node may still choose another exit
 * code; the system's (`exit`) counts where it is known.
 */
export function endingOf(
  stoppedBy: StoppedBy | undefined,
  note: EndingNote | undefined,
  exit: ProgramExit | undefined,
): Ending {
  if (stoppedBy !== undefined) return { kind: 'stopped', by: stoppedBy };
  if (note?.signal !== undefined) return { kind: 'signal', signal: note.signal };
  if (exit?.signal !== undefined) {
    const isUsual = endingSignals.some((signal) => signal === exit.signal);
    return { kind: note === undefined && !isUsual ? 'killed' : 'signal', signal: exit.signal };
  }
  const code = exit?.code ?? note?.code;
  return note?.error === undefined ? { kind: 'exit', code } : { kind: 'exit', code, error: note.error };
}

/**
 * The exit code that stands for an ending, as shells tell it: 128 plus the number of the signal that ended the program,
 * 0 where we ended it, 1 where nobody knows it.
 */
export function exitCodeOf(ending: Ending): number {
  switch (ending.kind) {
    case 'exit':
      return ending.code ?? 1;
    case 'signal':
    case 'killed':
      return 128 + (constants.signals[ending.signal as NodeJS.Signals] ?? 0);
    case 'stopped':
      return 0;
  }
}
