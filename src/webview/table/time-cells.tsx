import type { Measured } from '../../core/index.ts';
import type { PanelHeader } from '../../panel/index.ts';
import { amountLabel, formatCountOf, formatShare, formatTime, formatValue } from '../../present/quantities.ts';
import type { ColumnHeading } from './virtual-table.tsx';
import type { ShownProps } from '../panel.ts';

/** Below this, in microseconds, a row's cell is empty: the clock's readings are no finer. */
const LEAST_SHOWN = 1000;

/** How the title of a column begins: `Time`, `alloc_space`. */
export const amountTitle = (measured: Measured): string => amountLabel(measured).replace(/^time$/, 'Time');

/** The heading of blocked time, where the recording has any. */
export function blockedHeading(
  column: Float64Array | undefined,
  { valueName }: PanelHeader['quality'],
): readonly ColumnHeading[] {
  if (!column || column.length === 0) return [];
  const part = valueName === 'cpu' ? 'no part of the other times' : 'a part of the other times';
  const title = `Blocked in synchronous calls (execSync, Atomics.wait, reads), itself and in Node’s code that it called; ${part}`;
  return [['blockedTime', 'Blocked', title]];
}

/** A row's cell below that heading; none where the table has no such column. */
export function BlockedCell({ column, row }: { readonly column: Float64Array | undefined; readonly row: number }) {
  if (!column || column.length === 0) return null;
  return (
    <span class="cell cell-blockedTime" role="gridcell">
      {column[row] >= LEAST_SHOWN ? formatTime(column[row]) : ''}
    </span>
  );
}

interface Props extends ShownProps {
  readonly kind: 'selfTime' | 'totalTime';
  /** Microseconds; NaN where unknown. */
  readonly time: number;
  readonly samples?: number;
}

/** A time, its share of the active time, and a bar as long as that share. */
export function TimeCell({ panel, tables, kind, time, samples }: Props) {
  const share = panel.shownTree.activeTime.value > 0 ? time / panel.shownTree.activeTime.value : 0;
  return (
    <span
      class={`cell cell-time cell-${kind}`}
      role="gridcell"
      title={samples === undefined ? undefined : formatCountOf(samples, 'sample')}
    >
      {share > 0 && <i class="bar" style={{ width: `${Math.min(100, share * 100)}%` }} />}
      <span class="cell-ms">{formatValue(tables.header.quality, time)}</span>
      <span class="cell-share">{formatShare(share)}</span>
    </span>
  );
}
