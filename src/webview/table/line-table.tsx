import { useMemo } from 'preact/hooks';
import { type LineIndex, Precision } from '../../core/index.ts';
import { precisionLabels } from '../../present/names.ts';
import { amountLabel } from '../../present/quantities.ts';
import { MOST_SPOTS, spotsOf } from '../model/hot-lines.ts';
import { lineLocationOf, nameOf, spotShares } from '../names.ts';
import type { ShownProps } from '../panel.ts';
import type { PanelTables } from '../panel-tables.ts';
import { amountTitle, BlockedCell, blockedHeading, TimeCell } from './time-cells.tsx';
import { buildLineRows } from './rows.ts';
import { type ColumnHeading, VirtualTable } from './virtual-table.tsx';

const headingsOf = ({ columns, header: { quality } }: PanelTables): readonly ColumnHeading[] => [
  ['selfTime', 'Self', `${amountTitle(quality)} on the line itself`],
  [
    'totalTime',
    'Total',
    `${amountTitle(quality)} on the line and in what it called; – where the sampler cannot know it`,
  ],
  ...blockedHeading(columns['lines.blockedTime'], quality),
  ['location', 'Line', 'File, line, and the hottest column where it is known'],
  ['name', 'Function', `The function that spent the most ${amountLabel(quality)} on the line`],
];

/** Every line with its time, in the whole recording whatever the focus. */
export function LineTable({ panel, tables }: ShownProps) {
  const { hideDependencies, lineSort } = panel.preferences.current.value;
  const matches = panel.search.listed.value;
  const rows = useMemo(
    () => buildLineRows({ tables, hideDependencies, sort: lineSort, matches }),
    [tables, hideDependencies, lineSort, matches],
  );
  const select = (line: LineIndex): void => panel.selection.selectLine(line, tables.columns['lines.function'][line]);
  return (
    <VirtualTable
      label="Lines"
      headings={headingsOf(tables)}
      sort={lineSort}
      onSort={(sort) => panel.preferences.set({ lineSort: sort })}
      rows={rows}
      selected={panel.selection.line.value}
      onSelect={select}
      onReveal={panel.requests.revealLine}
      onEscape={panel.stepBack}
      cells={(line) => <Cells panel={panel} tables={tables} line={line} />}
      empty="No line matches."
    />
  );
}

function Cells({ panel, tables, line }: ShownProps & { readonly line: LineIndex }) {
  const { columns } = tables;
  const spots = spotsOf(columns, line, MOST_SPOTS);
  const location = lineLocationOf(tables, line);
  const name = nameOf(tables, columns['lines.function'][line]);
  const shares = spotShares(spots, panel.shownTree.activeTime.value);
  const precision = columns['lines.precision'][line] as Precision;
  const doubt = precision === Precision.exact ? undefined : precisionLabels[precision];
  return (
    <>
      <TimeCell
        {...{ panel, tables }}
        kind="selfTime"
        time={columns['lines.selfTime'][line]}
        samples={columns['lines.selfSamples'][line]}
      />
      <TimeCell {...{ panel, tables }} kind="totalTime" time={columns['lines.totalTime'][line]} />
      <BlockedCell column={columns['lines.blockedTime']} row={line} />
      <span class="cell cell-line" role="gridcell" title={[location, ...shares, doubt].filter(Boolean).join('\n')}>
        <bdi>
          {doubt === undefined ? '' : '~ '}
          {location}
          {spots.length > 0 && <span class="muted">:{spots[0].column + 1}</span>}
        </bdi>
      </span>
      <span class="cell cell-name" role="gridcell" title={name}>
        {name}
      </span>
    </>
  );
}
