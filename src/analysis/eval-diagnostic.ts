import { type Analysis, Category } from '../core/index.ts';
import type { Diagnostic } from '../recording/index.ts';

/** Less of the active time is not worth a diagnostic: many libraries make small functions from text. */
const NOTABLE_SHARE = 0.05;

/**
 * A diagnostic where much time was spent in code that leads to no file: made by eval or new Function without a name, or
 * with one that the sampler does not tell. Bundlers do that for their quick source maps.
 */
export function findEvalTime({ functions, quality }: Pick<Analysis, 'functions' | 'quality'>): Diagnostic | undefined {
  let time = 0;
  for (let row = 0; row < functions.name.length; row++)
    if (functions.category[row] === Category.own && functions.source[row] < 0) time += functions.selfTime[row];
  const share = quality.activeTime > 0 ? time / quality.activeTime : 0;
  return share < NOTABLE_SHARE ? undefined : { code: 'eval-unnamed', severity: 'warning', share };
}
