import { constants } from 'node:os';
import type { Ending } from './recording-session.ts';

/**
 * The exit code that stands for an ending, as shells tell it: 128 plus the number of the signal that ended the program,
 * 0 where we ended it, 1 where nobody knows it.
 */
export function exitCodeOf(ending: Ending): number {
  switch (ending.kind) {
    case 'exit':
      return ending.code ?? 1;
    case 'signal':
      return 128 + (constants.signals[ending.signal] ?? 0);
    case 'stopped':
      return 0;
  }
}
