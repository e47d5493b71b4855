import { type Analysis, shareOf } from './analysis.ts';
import type { LineIndex, Microseconds, Share } from './units.ts';

/** A figure whose margin is a larger part of it than this tells little. Reached below about 16 samples. */
const LARGEST_MARGIN = 0.5;

/**
 * Does a line have too few samples to trust its figure? Yes if the margin (half of the 95 % interval) is more than half of the
 * share itself.
 */
export function hasTooFewSamples(analysis: Pick<Analysis, 'lines' | 'quality'>, row: LineIndex): boolean {
  const share = shareOf(analysis, analysis.lines.selfTime[row]);
  return share > 0 && marginOf(analysis, row) > share * LARGEST_MARGIN;
}

/**
 * How much active time, in all, would narrow a line's share to plus or minus `margin`? The margin shrinks with the root of the
 * time. Undefined if it is that narrow already, or if the line has no time.
 */
export function activeTimeForMargin(
  analysis: Pick<Analysis, 'lines' | 'quality'>,
  row: LineIndex,
  margin: Share,
): Microseconds | undefined {
  const present = marginOf(analysis, row);
  if (!(present > margin) || !(analysis.lines.selfTime[row] > 0)) return undefined;
  return analysis.quality.activeTime * (present / margin) ** 2;
}

/** Half of the 95 % interval of a line's share. */
function marginOf({ lines }: Pick<Analysis, 'lines'>, row: LineIndex): Share {
  return (lines.shareHigh[row] - lines.shareLow[row]) / 2;
}
