import type { Change, RunComparison } from './compare-runs.ts';

/** `fail`: something is slower than allowed. `unclear`: there are too few runs to say that the whole is not. */
export type GateResult = 'pass' | 'fail' | 'unclear';

/**
 * May this change go in? Not if the whole, a line or a function is clearly slower, by more than `allowed` (0.1 for 10 %). Code
 * that did not exist before counts as part of the whole only.
 */
export function judgeGate({ whole, lines, functions, runs }: RunComparison, allowed: number): GateResult {
  const isTooSlow = ({ verdict, ratio }: Change): boolean =>
    verdict === 'slower' && ratio !== undefined && ratio - 1 > allowed;
  if ([whole, ...lines, ...functions].some(isTooSlow)) return 'fail';
  if (Math.min(runs.before, runs.after) < 2 || whole.high === undefined) return 'unclear';
  return whole.high - 1 > allowed && whole.verdict !== 'faster' ? 'unclear' : 'pass';
}
