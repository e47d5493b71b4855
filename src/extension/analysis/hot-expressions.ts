import { type Analysis, lastAtOrBelow, Precision, type Share } from '../../core/index.ts';
import { expressionAt, type Stretch } from '../heat/expression-text.ts';

/** A stretch of a line and its part of the line's self time. */
export interface HotExpression extends Stretch {
  readonly part: Share;
}

/**
 * The expressions of a line that its time was spent in, the hottest first; `text` is the line as it was profiled. Empty
 * where the sampler knows no columns, or the line's time is only the function's.
 */
export function hotExpressions({ lines }: Pick<Analysis, 'lines'>, row: number, text: string): HotExpression[] {
  const { spots, selfTime, precision } = lines;
  if (precision[row] === Precision.function || !(selfTime[row] > 0)) return [];
  const found = new Map<number, HotExpression>();
  for (let spot = lastAtOrBelow(spots.lineRow, row - 1) + 1; spots.lineRow[spot] === row; spot++) {
    const stretch = expressionAt(text, spots.column[spot]);
    if (!stretch) continue;
    const key = stretch.start * text.length + stretch.end;
    const part = spots.selfTime[spot] / selfTime[row] + (found.get(key)?.part ?? 0);
    found.set(key, { ...stretch, part });
  }
  return [...found.values()].sort((a, b) => b.part - a.part);
}
