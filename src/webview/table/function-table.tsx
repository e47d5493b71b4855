import { useMemo } from 'preact/hooks';
import { formatShare } from '../../present/quantities.ts';
import { tiers } from '../graph/palette.ts';
import type { FunctionTimes } from '../model/function-times.ts';
import { knowsTiers, tiersOf } from '../model/tiers.ts';
import { locationOf, nameOf, workOf } from '../names.ts';
import type { ShownProps } from '../panel.ts';
import type { PanelTables } from '../panel-tables.ts';
import { amountTitle, blockedColumns, type Column, nameColumn, timeColumn } from './columns.tsx';
import { buildRows } from './rows.ts';
import { VirtualTable } from './virtual-table.tsx';

/** Every function with its self and total time. */
export function FunctionTable({ panel, tables }: ShownProps) {
  const times = panel.shownTree.times.value;
  const { hideDependencies, sort } = panel.preferences.current.value;
  const matches = panel.search.listed.value;
  const rows = useMemo(
    () => times && buildRows({ tables, times, hideDependencies, sort, matches }),
    [tables, times, hideDependencies, sort, matches],
  );
  if (!times || !rows) return null;
  return (
    <VirtualTable
      label="Functions"
      columns={columnsOf({ panel, tables }, times)}
      sort={sort}
      onSort={(next) => panel.preferences.set({ sort: next })}
      rows={rows}
      selected={panel.selection.fn.value}
      onSelect={panel.selection.selectFunction}
      onReveal={panel.requests.reveal}
      onFocus={panel.focusOnFunction}
      onEscape={panel.stepBack}
      empty="No function matches."
    />
  );
}

function columnsOf(shown: ShownProps, times: FunctionTimes): readonly Column[] {
  const { panel, tables } = shown;
  const { columns, header } = tables;
  const amount = amountTitle(header.quality);
  const total = `${amount} in the function and all that it called, once per stack`;
  // Of the whole recording only: below a focus they are not known.
  const ofWhole = [
    ...blockedColumns(columns['functions.blockedTime'], header.quality),
    ...(knowsTiers(tables) ? [tierColumn(tables)] : []),
  ];
  return [
    timeColumn(shown, 'selfTime', `${amount} in the function itself`, times.selfTime, times.selfSamples),
    timeColumn(shown, 'totalTime', total, times.totalTime, times.totalSamples),
    ...(panel.shownTree.shownFocus.value ? [] : ofWhole),
    nameColumn('Name', (fn) => nameOf(tables, fn)),
    {
      ...{ key: 'location', label: 'Location', title: 'Where it is defined' },
      cell: (fn) => {
        const work = workOf(tables, fn);
        const place = work || locationOf(tables, fn);
        // A location is cut at the front: the file's name and line matter more than its folder.
        return { text: <bdi>{place}</bdi>, title: place, class: work ? 'cell-work' : 'cell-location' };
      },
    },
  ];
}

function tierColumn({ columns }: PanelTables): Column {
  return {
    key: 'tier',
    label: 'Tier',
    title:
      'V8’s interpreter, or the compiler whose code ran for most of the time in the function’s own code, and that part of it',
    cell: (fn) => {
      const ran = tiersOf(columns, fn).map(({ tier, share }) => `${tiers[tier].label} ${formatShare(share)}`);
      return { text: ran.at(0), title: ran.join('\n') };
    },
  };
}
