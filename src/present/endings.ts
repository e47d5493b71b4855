import type { Ending } from '../recording/index.ts';

/** How a recording ended, as a sentence. */
export function describeEnding(ending: Ending): string {
  switch (ending.kind) {
    case 'exit':
      if (ending.code === undefined) return 'The program ended.';
      return `The program ended with code ${ending.code}${ending.error === undefined ? '' : ` after an uncaught ${ending.error}`}.`;
    case 'signal':
      return `The program was ended by ${ending.signal}.`;
    case 'killed':
      return `The program was killed by ${ending.signal}.`;
    case 'stopped':
      return `${ending.by === 'duration' ? 'The duration ran out' : 'The recording was stopped'}${ending.runsOn === true ? '; the program goes on' : ''}.`;
  }
}
