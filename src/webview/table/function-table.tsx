import { useComputed } from '@preact/signals';
import type { FunctionIndex } from '../../core/index.ts';
import type { Actions } from '../actions.ts';
import { nameOf, type Panel, placeOf } from '../panel.ts';
import { buildRows } from './rows.ts';
import { TimeCell } from './time-cell.tsx';
import { type ColumnHeading, VirtualTable } from './virtual-table.tsx';

const NO_ROWS = new Int32Array(0);

const headings: readonly ColumnHeading[] = [
  ['selfTime', 'Self', 'Time in the function itself'],
  ['totalTime', 'Total', 'Time in the function and all that it called, once per stack'],
  ['name', 'Function', 'Name'],
  ['location', 'Location', 'Where it is defined'],
];

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** Every function with its self and total time. */
export function FunctionTable({ panel, actions }: Props) {
  const rows = useComputed(() => {
    const model = panel.model.value;
    const times = panel.times.value;
    if (!model || !times) return NO_ROWS;
    const { hideDependencies, sort } = panel.preferences.value;
    return buildRows({ model, times, hideDependencies, sort, matches: panel.listed.value });
  });
  const focus = (): void => actions.focusEverywhere(panel.selected.value);
  return (
    <VirtualTable
      label="Functions"
      headings={headings}
      sort={panel.preferences.value.sort}
      onSort={(sort) => panel.setPreference({ sort })}
      rows={rows.value}
      selected={panel.selected.value}
      onSelect={actions.selectFunction}
      keys={{ Enter: () => actions.reveal(panel.selected.value), f: focus, F: focus, Escape: actions.stepBack }}
      onClick={(fn) => {
        actions.selectFunction(fn);
        actions.reveal(fn);
      }}
      onDoubleClick={actions.focusEverywhere}
      cells={(fn) => <Cells panel={panel} fn={fn} />}
      empty="No function matches."
    />
  );
}

function Cells({ panel, fn }: { readonly panel: Panel; readonly fn: FunctionIndex }) {
  const model = panel.model.value;
  const times = panel.times.value;
  if (!model || !times) return null;
  const place = placeOf(model, fn);
  const name = nameOf(model, fn);
  return (
    <>
      <TimeCell panel={panel} kind="selfTime" time={times.selfTime[fn]} samples={times.selfSamples[fn]} />
      <TimeCell panel={panel} kind="totalTime" time={times.totalTime[fn]} samples={times.totalSamples[fn]} />
      <span class="cell cell-name" role="gridcell" title={name}>
        {name}
      </span>
      <span class="cell cell-location" role="gridcell" title={place}>
        {/* Cut at the front: the file's name and line matter more than its folder. */}
        <bdi>{place}</bdi>
      </span>
    </>
  );
}
