import * as path from 'node:path';
import { conditionsOf } from '../compare/index.ts';
import { capitalise, describeAnswer } from '../present/answer.ts';
import { labelText, shortUrl } from '../core/index.ts';
import { fileLabel, runtimeName } from '../present/names.ts';
import { amountLabel, formatActive, formatCountOf, formatRange, formatShare } from '../present/quantities.ts';
import { meanOfLabel } from '../present/series.ts';
import { heatOfLine } from './analysis/analysis-index.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';
import { isComplete } from './changes/baseline.ts';
import type { RecordingResult } from './recordings/recording-list.ts';
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
  const { lines, sources, quality } = analysis;
  const line = index.hottestOwnLine;
  const place = line === undefined ? '' : fileLabel(sources[lines.source[line]]?.path ?? '', lines.line[line]);
  const share = line === undefined ? '' : formatShare(heatOfLine(view, line, lines.selfTime[line]));
  return {
    activeTime: quality.activeTime,
    ...(quality.value && { value: { name: quality.value.name, unit: quality.value.unit } }),
    isSlight: isSlight(view),
    isComplete: isComplete(analysis),
    conditions: conditionsOf(analysis),
    ...(line !== undefined && { hottestLine: `${place} ${share}` }),
    ...(runtimeVersion !== undefined && { runtime: runtimeName(runtimeVersion) }),
  };
}

/** Where most of the time goes: the sentences that the command line's report begins with. */
export function answerText({ analysis, index }: AnalysisView): string {
  const answer = index.answer();
  if (answer === undefined) return `Nothing took ${amountLabel(analysis.quality)}.`;
  return `${capitalise(describeAnswer({ analysis, answer, nameOf: ({ path: file }) => path.basename(shortUrl(file)) }))}.`;
}

/** The answer, for the Debug Console: `44.1 % of 3.00 s of active time is spent on hot.js:12. 2 findings: see Findings.` */
export function describeResult(view: AnalysisView, isShown: boolean): string {
  const { quality } = view.analysis;
  const active = formatActive(quality, quality.activeTime);
  if (!isShown)
    return `It ran too short to tell where time goes (${active}): the recording before stays in the editor.`;
  const mean = quality.runs === undefined ? '' : ` ${capitalise(meanOfLabel(quality.runs))}.`;
  const count = countFindings(view);
  const findings = count === 0 ? '' : ` ${formatCountOf(count, 'finding')}: see Findings.`;
  return `${answerText(view)}${mean}${findings}`;
}

/** How good the measurement is, a fact a line: the tooltip of the status bar. */
export function qualityLines({ analysis, index }: AnalysisView): string[] {
  return qualityFacts(analysis, index.hottestLine).map(({ name, text }) => `${name}: ${text}`);
}

/** Whether a view shows a thread, a part of the time, or labels that somebody chose: nothing is compared then. */
export const isPart = ({ analysis: { thread, range, labels } }: Pick<AnalysisView, 'analysis'>): boolean =>
  thread !== undefined || range !== undefined || labels !== undefined;

/** Which part of its recording a view shows: `worker 1, 1.20–1.85 s`; undefined for all of it. */
export function partText({ analysis }: Pick<AnalysisView, 'analysis'>): string | undefined {
  const { thread, threads, range, marked, labels = [] } = analysis;
  const shown = threads.find(({ id }) => id === thread);
  const time = range ? formatRange(range) : marked?.shown && 'marked time';
  return [shown && threadLabel(shown), time, ...labels.map(labelText)].filter(Boolean).join(', ') || undefined;
}
