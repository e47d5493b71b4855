import { formatChange, formatTime } from '../present/quantities.ts';
import { qualityFacts } from '../present/quality-facts.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';

/**
 * Active time, and its change since the run before, only where it is more than runs of the program differ by themselves:
 * `30.0 ms → 10.0 ms active (−67 %)`, else `10.0 ms active (no clear change)`.
 */
export function activeText({ analysis, change }: AnalysisView): string {
  const active = formatTime(analysis.quality.activeTime);
  if (!change) return `${active} active`;
  if (!change.isClear) return `${active} active (no clear change)`;
  return `${formatTime(change.before)} → ${active} active (${formatChange(1, change.ratio)})`;
}

/** How good the measurement is, a fact a line: the tooltip of the status bar. */
export function qualityLines({ analysis, index }: AnalysisView): string[] {
  return qualityFacts(analysis, index.hottestLine).map(({ name, text }) => `${name}: ${text}`);
}
