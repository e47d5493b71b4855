import type { Change } from '../compare/index.ts';
import { activeLabel } from '../present/changes.ts';
import { qualityFacts } from '../present/quality-facts.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';

/** Active time, and its change since the recording before where there is one: see `activeLabel`. */
export const activeText = ({ analysis }: Pick<AnalysisView, 'analysis'>, whole?: Change): string =>
  activeLabel(analysis.quality.activeTime, whole);

/** How good the measurement is, a fact a line: the tooltip of the status bar. */
export function qualityLines({ analysis, index }: AnalysisView): string[] {
  return qualityFacts(analysis, index.hottestLine).map(({ name, text }) => `${name}: ${text}`);
}
