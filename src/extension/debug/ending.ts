import type { Ending } from '../../recorder/recording-session.ts';
import type { Translate } from '../translate.ts';

/** Why a program ended, as a sentence for the Debug Console. */
export function describeEnding(ending: Ending, t: Translate): string {
  switch (ending.kind) {
    case 'exit':
      return ending.code === undefined ? t('The program ended.') : t('The program ended with code {0}.', ending.code);
    case 'signal':
      return t('The program was ended by {0}.', ending.signal);
    case 'stopped':
      return ending.by === 'duration' ? t('The duration is over; the program was stopped.') : t('Stopped.');
  }
}
