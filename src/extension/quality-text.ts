import { activeTimeForMargin } from '../core/index.ts';
import { activeChange } from './analysis/comparison.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';
import { formatCount, formatShare, formatTime } from './format.ts';

/** What a run took, and how much faster it is than the one before: `0.61 s active, 66 % less than before`. */
export function activeText({ analysis, previous }: AnalysisView): string {
  const active = formatTime(analysis.quality.activeTime);
  const change = activeChange(previous, analysis);
  return change ? `${formatTime(change.before)} → ${active} active (${changeText(change)})` : `${active} active`;
}

/** Runs of one and the same program differ by so many per cent by themselves. */
const ordinaryChange = 10;

/** By how much a time changed: `−66 %`, `+12 %`; what is ordinary between two runs is no change. */
export function changeText({ before, after }: { before: number; after: number }): string {
  const percent = ((after - before) / before) * 100;
  if (Math.abs(percent) < ordinaryChange) return 'about the same';
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)} %`;
}

/** How good the measurement is, a sentence a line: what the status bar and *Hot Lines* tell when asked. */
export function qualityLines(view: AnalysisView): string[] {
  const { quality, facts } = view.analysis;
  const { achievedInterval, requestedInterval, lostSamples } = quality;
  const apart = [
    part('idle {0}', quality.idleTime),
    part('waiting for a CPU {0}', quality.waitingTime),
    part('garbage collection {0}', quality.gcTime),
  ].filter(Boolean);
  const blocked = part('{0} of it blocked in calls', quality.blockedTime);
  return [
    [activeText(view), blocked].filter(Boolean).join(', '),
    [`${formatTime(quality.duration)} recorded`, ...apart].join(', '),
    [
      `${formatCount(quality.samples)} samples`,
      achievedInterval === undefined ? '' : `one each ${formatTime(achievedInterval)}`,
      requestedInterval === undefined ? '' : `${formatTime(requestedInterval)} asked for`,
      lostSamples === undefined ? '' : `${formatCount(lostSamples)} lost`,
    ]
      .filter(Boolean)
      .join(', '),
    `${quality.clock === 'cpu' ? 'CPU time' : 'wall-clock time'}. ${facts.samplerReason ?? ''}`.trim(),
    `${formatShare(quality.exactShare)} of the time in scripts is on an exact line`,
    longerRun(view),
  ].filter(Boolean);
}

/** A time in its place in a text; nothing for none and unknown. */
function part(text: string, time: number | undefined): string {
  return time !== undefined && time >= 500 ? text.replace('{0}', formatTime(time)) : '';
}

function longerRun({ analysis, index }: AnalysisView): string {
  const row = index.hottestLine;
  const wanted = row === undefined ? undefined : activeTimeForMargin(analysis, row, 0.01);
  if (wanted === undefined) return '';
  return `Run about ${formatTime(wanted - analysis.quality.activeTime)} longer for ±1 point on the hottest line`;
}
