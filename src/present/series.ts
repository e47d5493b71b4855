import type { Misfit } from '../compare/index.ts';
import type { Analysis } from '../core/index.ts';
import { describeRefusal } from './comparisons.ts';
import { describeEnding } from './endings.ts';
import { formatCountOf, formatValue } from './quantities.ts';

/** A run of a series: `Run 2 of 5: 1.20 s active.` Runs count from 1. */
export const describeRun = (run: number, wanted: number, quality: Analysis['quality']): string =>
  `Run ${run} of ${wanted}: ${formatValue(quality, quality.activeTime)} active.`;

/** Why did a run end its series, and what becomes of it? `kept`: runs before it. */
export function describeMisfit(misfit: Misfit, run: number, wanted: number, kept: number): string {
  const fate = kept > 0 ? 'it does not count, and no other follows' : 'no other follows';
  const which = `Run ${run} of ${wanted}`;
  switch (misfit.code) {
    case 'stopped':
      return `${which} was stopped: ${fate}.`;
    case 'failed': {
      const end = misfit.ending ? ` (${describeEnding(misfit.ending).replace(/\.$/, '')})` : '';
      return `${which} ${kept > 0 ? 'came to another end than those before' : 'failed'}${end}: ${fate}.`;
    }
    case 'mixture':
      return `${which} cannot be put together with those before: ${fate}. ${describeRefusal(misfit.refusal)}`;
  }
}

/** Says that a series ends before its last run, because the answer is clear. */
export const describeAnswered = (runs: number, isFaster: boolean): string =>
  `${formatCountOf(runs, 'run')} leave no doubt that it got ${isFaster ? 'faster' : 'slower'}, so no other follows.`;

/** `mean of 5 runs` */
export const meanOfLabel = (runs: number): string => `mean of ${formatCountOf(runs, 'run')}`;
