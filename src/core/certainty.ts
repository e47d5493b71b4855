import { type Analysis, shareOf } from './analysis.ts';
import type { LineIndex, Microseconds, Share } from './units.ts';

/** A figure is only a hint where its interval reaches down to this part of it, which one sample does and three do not. */
const LEAST_PART = 0.25;

/** Does a line have too few samples to trust its figure? Yes if its 95 % interval reaches down to a quarter of its share. */
export function hasTooFewSamples(analysis: Pick<Analysis, 'lines' | 'quality'>, row: LineIndex): boolean {
  const share = shareOf(analysis, analysis.lines.selfTime[row]);
  return share > 0 && analysis.lines.shareLow[row] <= share * LEAST_PART;
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
  const present = (analysis.lines.shareHigh[row] - analysis.lines.shareLow[row]) / 2;
  if (!(present > margin) || !(analysis.lines.selfTime[row] > 0)) return undefined;
  return analysis.quality.activeTime * (present / margin) ** 2;
}
