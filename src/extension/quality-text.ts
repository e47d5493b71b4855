import { activeTimeForMargin } from '../core/index.ts';
import { activeChange } from './analysis/comparison.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';
import { formatCount, formatShare, formatTime } from './format.ts';
import type { Translate } from './translate.ts';

/** What a run took, and how much faster it is than the one before: `0.61 s active, 66 % less than before`. */
export function activeText({ analysis, previous }: AnalysisView, t: Translate): string {
  const active = formatTime(analysis.quality.activeTime);
  const change = activeChange(previous, analysis);
  return change
    ? t('{0} → {1} active ({2})', formatTime(change.before), active, changeText(change, t))
    : t('{0} active', active);
}

/** Runs of one and the same program differ by so many per cent by themselves. */
const ordinaryChange = 10;

/** By how much a time changed: `−66 %`, `+12 %`; what is ordinary between two runs is no change. */
export function changeText({ before, after }: { before: number; after: number }, t: Translate): string {
  const percent = ((after - before) / before) * 100;
  if (Math.abs(percent) < ordinaryChange) return t('about the same');
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)} %`;
}

/** How good the measurement is, a sentence a line: what the status bar and *Hot Lines* tell when asked. */
export function qualityLines(view: AnalysisView, t: Translate): string[] {
  const { quality, facts } = view.analysis;
  const { achievedInterval, requestedInterval, lostSamples } = quality;
  const apart = [
    part(t('idle {0}'), quality.idleTime),
    part(t('waiting for a CPU {0}'), quality.waitingTime),
    part(t('garbage collection {0}'), quality.gcTime),
  ].filter(Boolean);
  const blocked = part(t('{0} of it blocked in calls'), quality.blockedTime);
  return [
    [activeText(view, t), blocked].filter(Boolean).join(', '),
    [t('{0} recorded', formatTime(quality.duration)), ...apart].join(', '),
    [
      t('{0} samples', formatCount(quality.samples)),
      achievedInterval === undefined ? '' : t('one each {0}', formatTime(achievedInterval)),
      requestedInterval === undefined ? '' : t('{0} asked for', formatTime(requestedInterval)),
      lostSamples === undefined ? '' : t('{0} lost', formatCount(lostSamples)),
    ]
      .filter(Boolean)
      .join(', '),
    `${quality.clock === 'cpu' ? t('CPU time') : t('wall-clock time')}. ${facts.samplerReason ?? ''}`.trim(),
    t('{0} of the time in scripts is on an exact line', formatShare(quality.exactShare)),
    frameRepairText(view, t),
    longerRun(view, t),
  ].filter(Boolean);
}

/** In how many samples frames were brought back that V8 loses in its builtins; where none could be, that it is so. */
function frameRepairText({ analysis }: AnalysisView, t: Translate): string {
  const { frameRepair } = analysis.facts;
  if (frameRepair === undefined) return '';
  if (frameRepair.state === 'off') return t('Frame repair is off: time in builtins may be on a caller’s line');
  return t(
    'Frame repair: {0} of {1} samples mended',
    formatCount(frameRepair.mended),
    formatCount(frameRepair.samples),
  );
}

/** A time in its place in a text; nothing for none and unknown. */
function part(text: string, time: number | undefined): string {
  return time !== undefined && time >= 500 ? text.replace('{0}', formatTime(time)) : '';
}

function longerRun({ analysis, index }: AnalysisView, t: Translate): string {
  const row = index.hottestLine;
  const wanted = row === undefined ? undefined : activeTimeForMargin(analysis, row, 0.01);
  if (wanted === undefined) return '';
  return t('Run about {0} longer for ±1 point on the hottest line', formatTime(wanted - analysis.quality.activeTime));
}
