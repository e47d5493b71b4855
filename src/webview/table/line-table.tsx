import { useMemo } from 'preact/hooks';
import { type LineIndex, Precision } from '../../core/index.ts';
import { precisionLabels } from '../../present/names.ts';
import { amountLabel } from '../../present/quantities.ts';
import { MOST_SPOTS, spotsOf } from '../model/hot-lines.ts';
import { lineLocationOf, nameOf, spotShares } from '../names.ts';
import type { ShownProps } from '../panel.ts';
import { amountTitle, blockedColumns, type Cell, type Column, nameColumn, timeColumn } from './columns.tsx';
import { buildLineRows } from './rows.ts';
import { VirtualTable } from './virtual-table.tsx';

/** Every line with its time, in the whole recording whatever the focus. */
export function LineTable({ panel, tables }: ShownProps) {
  const { hideDependencies, lineSort } = panel.preferences.current.value;
  const matches = panel.search.listed.value;
  const rows = useMemo(
    () => buildLineRows({ tables, hideDependencies, sort: lineSort, matches }),
    [tables, hideDependencies, lineSort, matches],
  );
  return (
    <VirtualTable
      label="Lines"
      columns={columnsOf({ panel, tables })}
      sort={lineSort}
      onSort={(sort) => panel.preferences.set({ lineSort: sort })}
      rows={rows}
      selected={panel.selection.line.value}
      onSelect={(line) => panel.selection.selectLine(line, tables.columns['lines.function'][line])}
      onReveal={panel.requests.revealLine}
      onEscape={panel.stepBack}
      empty="No line matches."
    />
  );
}

function columnsOf(shown: ShownProps): readonly Column[] {
  const { columns, header } = shown.tables;
  const amount = amountTitle(header.quality);
  const total = `${amount} on the line and in what it called; – where the sampler cannot know it`;
  const fn = `The function that spent the most ${amountLabel(header.quality)} on the line`;
  return [
    timeColumn(
      shown,
      'selfTime',
      `${amount} on the line itself`,
      columns['lines.selfTime'],
      columns['lines.selfSamples'],
    ),
    timeColumn(shown, 'totalTime', total, columns['lines.totalTime']),
    ...blockedColumns(columns['lines.blockedTime'], header.quality),
    {
      ...{ key: 'location', label: 'Line', title: 'File, line, and the hottest column where it is known' },
      cell: (line) => lineCell(shown, line),
    },
    nameColumn(fn, (line) => nameOf(shown.tables, columns['lines.function'][line])),
  ];
}

function lineCell({ panel, tables }: ShownProps, line: LineIndex): Cell {
  const spots = spotsOf(tables.columns, line, MOST_SPOTS);
  const location = lineLocationOf(tables, line);
  const shares = spotShares(spots, panel.shownTree.activeTime.value);
  const precision = tables.columns['lines.precision'][line] as Precision;
  const doubt = precision === Precision.exact ? undefined : precisionLabels[precision];
  const text = (
    <bdi>
      {doubt === undefined ? '' : '~ '}
      {location}
      {spots.length > 0 && <span class="muted">:{spots[0].column + 1}</span>}
    </bdi>
  );
  return { text, title: [location, ...shares, doubt].filter(Boolean).join('\n'), class: 'cell-line' };
}
