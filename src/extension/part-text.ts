import { isSamePart } from '../core/index.ts';
import { formatRange } from '../present/quantities.ts';
import { threadLabel } from '../present/threads.ts';
import type { AnalysisView } from './analysis/analysis-store.ts';

/** Whether a view shows a thread, or a part of the time, and not the whole recording. */
export const isPart = ({ analysis }: Pick<AnalysisView, 'analysis'>): boolean => !isSamePart(analysis, {});

/** Which part of its recording a view shows: `worker 1, 1.20–1.85 s`; undefined for all of it. */
export function partText({ analysis }: Pick<AnalysisView, 'analysis'>): string | undefined {
  const { thread, threads, range } = analysis;
  const shown = threads.find(({ id }) => id === thread);
  const parts = [shown && threadLabel(shown), range && formatRange(range)];
  return isPart({ analysis }) ? parts.filter(Boolean).join(', ') : undefined;
}
