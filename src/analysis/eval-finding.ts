import { type Analysis, Category, type Diagnostic } from '../core/index.ts';

/** Below this part of the active time it is nothing to talk about: many libraries make small functions from text. */
const NOTABLE_SHARE = 0.05;

/**
 * A finding where much time was spent in code that leads to no file: made by eval or new Function without a name, or
 * with one that the sampler does not tell. Bundlers do that for their quick source maps.
 */
export function findEvalTime({ functions, quality }: Pick<Analysis, 'functions' | 'quality'>): Diagnostic | undefined {
  let time = 0;
  for (let row = 0; row < functions.name.length; row++)
    if (functions.category[row] === Category.own && functions.source[row] < 0) time += functions.selfTime[row];
  const share = quality.activeTime > 0 ? time / quality.activeTime : 0;
  if (share < NOTABLE_SHARE) return undefined;
  const percent = (share * 100).toFixed(0);
  return {
    code: 'eval-unnamed',
    severity: 'warning',
    message: `${percent} % of the active time is in code from eval or new Function without a name that leads to a file, so its lines are not shown. For a bundle, build source maps that are files of their own (webpack: devtool "source-map").`,
  };
}
