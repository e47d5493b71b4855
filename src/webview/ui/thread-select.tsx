import type { ThreadSummary } from '../../core/index.ts';
import { formatTime } from '../../present/quantities.ts';
import { threadLabel } from '../../present/threads.ts';
import type { PanelProps } from '../panel.ts';

/** The value of the choice of all threads. */
const ALL = '';

/** Chooses the thread that everything is of, or all together. Nothing where there is no choice. */
export function ThreadSelect({ panel: { part, recording } }: PanelProps) {
  const threads = recording.tables.value?.header.threads.filter(({ isRecorded }) => isRecorded) ?? [];
  if (!part.canChange || threads.length < 2) return null;
  const choose = (value: string): void => {
    const { thread: _, ...rest } = part.current.value;
    part.set(value === ALL ? rest : { ...rest, thread: Number(value) });
  };
  return (
    <select
      class="thread-select"
      aria-label="Thread"
      title="Shares are of the active time of what is chosen here"
      aria-busy={part.isBusy.value}
      value={part.current.value.thread ?? ALL}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value={ALL}>{`All ${threads.length} threads`}</option>
      {threads.map((thread) => (
        <option key={thread.id} value={thread.id}>
          {optionOf(thread)}
        </option>
      ))}
    </select>
  );
}

const optionOf = (thread: ThreadSummary): string => `${threadLabel(thread)} · ${formatTime(thread.activeTime ?? NaN)}`;
