import { formatChange, formatTime } from '../present/quantities.ts';
import { qualityFacts } from '../present/quality-facts.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';
import { type ActiveChange, activeChange } from './analysis/comparison.ts';

/** Active time, and what it was in the run before where the two can be compared: `30.0 ms → 10.0 ms active (−67 %)`. */
export function activeText({ analysis, previous }: AnalysisView): string {
  const active = formatTime(analysis.quality.activeTime);
  const change = activeChange(previous, analysis);
  return change ? `${formatTime(change.before)} → ${active} active (${changeText(change)})` : `${active} active`;
}

/** Two runs of the same program differ by about this much, as a part of the first, without any change to it. */
const ordinaryChange = 0.1;

/** By how much a time changed: `−66 %`, `+12 %`; a difference that is ordinary between two runs is no change. */
export function changeText({ before, after }: ActiveChange): string {
  return Math.abs(after - before) < before * ordinaryChange ? 'about the same' : formatChange(before, after);
}

/** How good the measurement is, a fact a line: the tooltip of the status bar. */
export function qualityLines({ analysis, index }: AnalysisView): string[] {
  return qualityFacts(analysis, index.hottestLine).map(({ name, text }) => `${name}: ${text}`);
}
