import { type Analysis, shareThreads, type ThreadSummary } from '../core/index.ts';
import { amountLabel, formatShare, formatTime, formatValue, wholeLabel } from '../present/quantities.ts';
import { threadLabel, whyUnrecorded } from '../present/threads.ts';
import { heading, type ReportView } from './report-view.ts';
import { neutralise, padEnd, padStart, truncateEnd, widest } from './text.ts';

const longestName = 60;

/** The threads of a recording that has several, each below the one that started it. Empty where there is one. */
export function formatThreads(analysis: Analysis, view: Pick<ReportView, 'paint'>): string {
  const { threads, thread: selected } = analysis;
  if (threads.length < 2) return '';
  const shares = shareThreads(threads);
  const depths = depthsOf(threads);
  const names = threads.map((thread, i) =>
    truncateEnd(`${'  '.repeat(depths[i])}${neutralise(threadLabel(thread))}`, longestName),
  );
  const width = widest(names);
  const rows = threads.map((thread, i) => {
    const { id, activeTime, cpuTime, isRecorded } = thread;
    const cpu = cpuTime === undefined ? '' : `${formatTime(cpuTime)} of CPU time`;
    const facts = isRecorded
      ? [
          padStart(formatShare(shares[i]), 7),
          padStart(formatValue(analysis.quality, activeTime ?? NaN), 8),
          view.paint('dim', cpu),
        ]
      : [view.paint('yellow', ['not recorded', whyUnrecorded(thread), cpu && `; ${cpu}`].join(''))];
    const mark = selected === id ? '>' : ' ';
    return ` ${mark}${padStart(String(id), 3)}  ${padEnd(names[i], width)}  ${facts.join(' ')}`.trimEnd();
  });
  const { quality } = analysis;
  const how = `share of the ${amountLabel(quality)} of all, ${wholeLabel(quality)}${selected === undefined ? '; --thread ID shows one' : ''}`;
  return [heading(view, 'Threads', how), ...rows].join('\n');
}

/** How many starters stand above each thread. */
function depthsOf(threads: readonly ThreadSummary[]): number[] {
  const depths = new Map<number, number>();
  return threads.map(({ id, parent }) => {
    const depth = parent === undefined ? 0 : Math.min(8, (depths.get(parent) ?? -1) + 1);
    depths.set(id, depth);
    return depth;
  });
}
