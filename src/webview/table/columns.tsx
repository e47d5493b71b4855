import type { ComponentChildren } from 'preact';
import type { Measured } from '../../core/index.ts';
import { amountLabel, formatCountOf, formatShare, formatTime, formatValue } from '../../present/quantities.ts';
import type { ShownProps } from '../panel.ts';
import type { SortKey } from '../state/preferences.ts';

/** What stands in one row of a column. */
export interface Cell {
  readonly text: ComponentChildren;
  readonly title?: string | undefined;
  /** In place of that of the column's key. */
  readonly class?: string;
}

/** A column of a table, and what is in it by row of the table that it shows. */
export interface Column {
  readonly key: SortKey;
  readonly label: string;
  readonly title: string;
  readonly cell: (row: number) => Cell;
}

/** Below this, in microseconds, a row's cell is empty: the clock's readings are no finer. */
const LEAST_SHOWN = 1000;

/** How the title of a column begins: `Time`, `alloc_space`. */
export const amountTitle = (measured: Measured): string => amountLabel(measured).replace(/^time$/, 'Time');

/** Times (NaN where unknown), their shares of the active time, and bars as long as these. */
export function timeColumn(
  { panel, tables }: ShownProps,
  key: 'selfTime' | 'totalTime',
  title: string,
  times: Float64Array,
  samples?: Uint32Array,
): Column {
  const active = panel.shownTree.activeTime.value;
  const cell = (row: number): Cell => {
    const share = active > 0 ? times[row] / active : 0;
    const text = (
      <>
        {share > 0 && <i class="bar" style={{ width: `${Math.min(100, share * 100)}%` }} />}
        <span class="cell-ms">{formatValue(tables.header.quality, times[row])}</span>
        <span class="cell-share">{formatShare(share)}</span>
      </>
    );
    return { text, title: samples && formatCountOf(samples[row], 'sample'), class: `cell-time cell-${key}` };
  };
  return { key, label: key === 'selfTime' ? 'Self' : 'Total', title, cell };
}

/** Blocked time, where the recording has any. */
export function blockedColumns(times: Float64Array, { valueName }: Measured): readonly Column[] {
  if (times.length === 0) return [];
  const part = valueName === 'cpu' ? 'no part of the other times' : 'a part of the other times';
  const title = `Blocked in synchronous calls (execSync, Atomics.wait, reads), itself and in Node’s code that it called; ${part}`;
  const cell = (row: number): Cell => ({ text: times[row] >= LEAST_SHOWN ? formatTime(times[row]) : '' });
  return [{ key: 'blockedTime', label: 'Blocked', title, cell }];
}

/** Names of functions. */
export const nameColumn = (title: string, nameOf: (row: number) => string): Column => ({
  ...{ key: 'name', label: 'Function', title },
  cell: (row) => ({ text: nameOf(row), title: nameOf(row) }),
});
