import { useComputed } from '@preact/signals';
import { type LineIndex, Precision } from '../../core/index.ts';
import type { Actions } from '../actions.ts';
import { formatShare } from '../../present/quantities.ts';
import { spotsOf } from '../model/hot-lines.ts';
import { linePlaceOf, nameOf, type Panel } from '../panel.ts';
import { buildLineRows } from './rows.ts';
import { TimeCell } from './time-cell.tsx';
import { type ColumnHeading, VirtualTable } from './virtual-table.tsx';

const NO_ROWS = new Int32Array(0);
/** Columns of a line that are listed. */
const MOST_SPOTS = 5;

const headings: readonly ColumnHeading[] = [
  ['selfTime', 'Self', 'Time on the line itself'],
  ['totalTime', 'Total', 'Time on the line and in what it called; – where the sampler cannot know it'],
  ['location', 'Line', 'File, line, and the hottest column where it is known'],
  ['name', 'Function', 'The function that spent the most time on the line'],
];

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** Every line with its time, in the whole recording whatever the focus. */
export function LineTable({ panel, actions }: Props) {
  const rows = useComputed(() => {
    const model = panel.model.value;
    if (!model) return NO_ROWS;
    const { hideDependencies, lineSort } = panel.preferences.value;
    return buildLineRows({ model, hideDependencies, sort: lineSort, matches: panel.listed.value });
  });
  const select = (line: LineIndex): void => {
    actions.selectFunction(panel.model.value?.columns['lines.function'][line] ?? -1);
    panel.selectedLine.value = line;
  };
  return (
    <VirtualTable
      label="Lines"
      headings={headings}
      sort={panel.preferences.value.lineSort}
      onSort={(lineSort) => panel.setPreference({ lineSort })}
      rows={rows.value}
      selected={panel.selectedLine.value}
      onSelect={select}
      keys={{ Enter: () => actions.revealLine(panel.selectedLine.value), Escape: actions.stepBack }}
      onClick={(line) => {
        select(line);
        actions.revealLine(line);
      }}
      cells={(line) => <Cells panel={panel} line={line} />}
      empty="No line matches."
    />
  );
}

function Cells({ panel, line }: { readonly panel: Panel; readonly line: LineIndex }) {
  const model = panel.model.value;
  if (!model) return null;
  const { columns } = model;
  const spots = spotsOf(columns, line, MOST_SPOTS);
  const place = linePlaceOf(model, line);
  const name = nameOf(model, columns['lines.function'][line]);
  const shares = spots.map(
    ({ column, selfTime }) => `column ${column + 1}: ${formatShare(selfTime / panel.activeTime.value)}`,
  );
  const doubt = doubts[columns['lines.precision'][line]];
  return (
    <>
      <TimeCell
        panel={panel}
        kind="selfTime"
        time={columns['lines.selfTime'][line]}
        samples={columns['lines.selfSamples'][line]}
      />
      <TimeCell panel={panel} kind="totalTime" time={columns['lines.totalTime'][line]} />
      <span class="cell cell-line" role="gridcell" title={[place, ...shares, doubt].filter(Boolean).join('\n')}>
        <bdi>
          {doubt === undefined ? '' : '~ '}
          {place}
          {spots.length > 0 && <span class="muted">:{spots[0].column + 1}</span>}
        </bdi>
      </span>
      <span class="cell cell-name" role="gridcell" title={name}>
        {name}
      </span>
    </>
  );
}

const doubts: Readonly<Record<number, string>> = {
  [Precision.estimated]: 'estimated',
  [Precision.function]: 'only the function is known, not its line',
};
