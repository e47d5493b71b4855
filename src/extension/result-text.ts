import * as path from 'node:path';
import { type Change, conditionsOf } from '../compare/index.ts';
import { shareOf } from '../core/index.ts';
import { placeLabel } from '../present/names.ts';
import { formatCountOf, formatRange, formatShare, formatShareAndTime, formatValue } from '../present/quantities.ts';
import { meanOfLabel } from '../present/series.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';
import type { RecordingResult } from './recordings/recording-list.ts';
import { activeLabel } from '../present/changes.ts';
import { qualityFacts } from '../present/quality-facts.ts';
import { threadLabel } from '../present/threads.ts';

/** With fewer active samples than this, a run tells nothing about where time goes. */
const LEAST_SAMPLES = 30;

/** Whether a run was too short, or did too little, to tell where time goes. */
export const isSlight = ({ analysis }: AnalysisView): boolean => analysis.quality.activeSamples < LEAST_SAMPLES;

/** Errors and warnings of a recording: what stands against its figures. */
export const countFindings = ({ analysis }: AnalysisView): number =>
  analysis.diagnostics.filter(({ severity }) => severity !== 'info').length;

/** What the list of recordings remembers of a run. */
export function resultOf(view: AnalysisView): RecordingResult {
  const { analysis, index } = view;
  const { runtimeVersion } = analysis.facts;
  const line = index.hottestOwnLine;
  const share = line === undefined ? '' : formatShare(shareOf(analysis, analysis.lines.selfTime[line]));
  return {
    activeTime: analysis.quality.activeTime,
    isSlight: isSlight(view),
    conditions: conditionsOf(analysis),
    ...(line !== undefined && { hottestLine: `${placeOf(view, line)} ${share}` }),
    ...(runtimeVersion !== undefined && { runtime: `Node ${runtimeVersion}` }),
  };
}

/** The answer in one line, for the Debug Console: `Hottest line: hot.js:12, 44.1 % · 1.32 s of 3.00 s active. 2 findings: see Findings.` */
export function describeResult(view: AnalysisView, isShown: boolean): string {
  const { analysis, index } = view;
  const mean = analysis.quality.runs === undefined ? '' : `, ${meanOfLabel(analysis.quality.runs)}`;
  const active = `${formatValue(analysis.quality, analysis.quality.activeTime)} active${mean}`;
  if (!isShown)
    return `It ran too short to tell where time goes (${active}): the recording before stays in the editor.`;
  const line = index.hottestOwnLine;
  const figures = line === undefined ? '' : formatShareAndTime(analysis, analysis.lines.selfTime[line]);
  const hottest =
    line === undefined
      ? `No line of own code is hot; ${active}.`
      : `Hottest line: ${placeOf(view, line)}, ${figures} of ${active}.`;
  const count = countFindings(view);
  return count === 0 ? hottest : `${hottest} ${formatCountOf(count, 'finding')}: see Findings.`;
}

function placeOf({ analysis }: AnalysisView, line: number): string {
  const { lines, sources } = analysis;
  return placeLabel(path.basename(sources[lines.source[line]]?.path ?? ''), lines.line[line]);
}

/** Active time, and its change since the recording before where there is one: see `activeLabel`. */
export const activeText = ({ analysis }: Pick<AnalysisView, 'analysis'>, whole?: Change): string =>
  activeLabel(analysis.quality, whole);

/** How good the measurement is, a fact a line: the tooltip of the status bar. */
export function qualityLines({ analysis, index }: AnalysisView): string[] {
  return qualityFacts(analysis, index.hottestLine).map(({ name, text }) => `${name}: ${text}`);
}

/** Whether a view shows a thread, or a part of the time that somebody chose: nothing is compared then. */
export const isPart = ({ analysis: { thread, range } }: Pick<AnalysisView, 'analysis'>): boolean =>
  thread !== undefined || range !== undefined;

/** Which part of its recording a view shows: `worker 1, 1.20–1.85 s`; undefined for all of it. */
export function partText({ analysis }: Pick<AnalysisView, 'analysis'>): string | undefined {
  const { thread, threads, range, marked } = analysis;
  const shown = threads.find(({ id }) => id === thread);
  const time = range ? formatRange(range) : marked?.shown && 'marked time';
  return [shown && threadLabel(shown), time].filter(Boolean).join(', ') || undefined;
}
