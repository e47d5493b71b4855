import type { Ending } from '../../recorder/recording-session.ts';
import type { Translate } from '../translate.ts';

/** Why a program ended, as a sentence for the Debug Console. */
export function describeEnding(ending: Ending, t: Translate): string {
  switch (ending.kind) {
    case 'exit':
      return t('The program ended with code {0}.', ending.code);
    case 'signal':
      return t('The program was ended by {0}.', ending.signal);
    case 'stopped':
      return ending.by === 'duration' ? t('The duration is over; the program was stopped.') : t('Stopped.');
  }
}

/** The exit code that debug adapters report: 128 and the signal's number cannot be known here, so 1 stands for it. */
export function exitCodeOf(ending: Ending): number {
  if (ending.kind === 'exit') return ending.code;
  return ending.kind === 'signal' ? 1 : 0;
}
