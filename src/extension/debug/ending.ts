import type { Ending } from '../../recorder/recording-session.ts';

/** Why a program ended, as a sentence for the Debug Console. */
export function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'exit':
      return ending.code === undefined ? 'The program ended.' : `The program ended with code ${ending.code}.`;
    case 'signal':
      return `The program was ended by ${ending.signal}.`;
    case 'stopped':
      return ending.by === 'duration' ? 'The duration is over; the program was stopped.' : 'Stopped.';
  }
}
