import { type Analysis, Category } from '../../core/index.ts';
import type { Indexed } from '../analysis/analysis-index.ts';

/** Sources with time, the hottest first; only own code unless `all`. */
export const hotSources = ({ analysis, index }: Indexed, all: boolean): number[] =>
  [...analysis.sources.keys()]
    .filter((source) => index.selfOfSource[source] > 0 && (all || index.categoryOfSource[source] === Category.own))
    .sort((a, b) => index.selfOfSource[b] - index.selfOfSource[a]);

/**
 * Why there are no such sources: own functions have time, and none of their lines is known; only code that is not the user's own
 * has time, and it is hidden; or no line has any.
 */
export function whyNoSources(
  { analysis, index }: Indexed,
  all: boolean,
): 'linesUnknown' | 'dependenciesOnly' | 'nothing' {
  if (hasTime(analysis, Category.own)) return 'linesUnknown';
  return !all && index.selfOfSource.some((time) => time > 0) ? 'dependenciesOnly' : 'nothing';
}

/** Whether functions of this category have time. */
export const hasTime = ({ functions }: Analysis, category: Category): boolean =>
  functions.category.some((of, row) => of === category && functions.selfTime[row] > 0);

/** Lines of a source (rows), the hottest first. */
export const hotLines = ({ analysis, index }: Indexed, source: number): number[] =>
  index.linesOfSource[source].filter((row) => analysis.lines.selfTime[row] > 0);

/** Functions (rows) by self time; only own code unless `all`. */
export const hotFunctions = ({ analysis, index }: Indexed, all: boolean): number[] =>
  index.hottestFunctions.filter(
    (row) => analysis.functions.totalTime[row] > 0 && (all || analysis.functions.category[row] === Category.own),
  );
