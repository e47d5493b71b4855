import { type Analysis, Category, type Microseconds } from '../core/index.ts';
import type { Diagnostic } from '../recording/index.ts';

/** Below this share of the active time, the recorder does not ask a program for the texts of its scripts. */
const ASKED_SHARE = 0.01;

/** Files whose lines are unknown are nothing to be warned of where hardly any time was spent in them. */
export function weighUnknownTexts({
  diagnostics,
  functions,
  sources,
  quality,
}: Pick<Analysis, 'diagnostics' | 'functions' | 'sources' | 'quality'>): readonly Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === 'source-map-unknown')) return diagnostics;
  const timeOf = new Map<string | undefined, Microseconds>();
  functions.source.forEach((source, row) => {
    const path = sources.at(source)?.path;
    if (source >= 0) timeOf.set(path, (timeOf.get(path) ?? 0) + functions.selfTime[row]);
  });
  const least = quality.activeTime * ASKED_SHARE;
  return diagnostics.map((each) =>
    each.code === 'source-map-unknown' && (timeOf.get(each.file) ?? 0) < least ? { ...each, severity: 'info' } : each,
  );
}

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
