import { useComputed } from '@preact/signals';
import type { FunctionIndex } from '../../core/index.ts';
import { formatShare } from '../../present/quantities.ts';
import { tiers } from '../graph/palette.ts';
import { knowsTiers, tiersOf } from '../model/tiers.ts';
import { locationOf, nameOf, workOf } from '../names.ts';
import type { Panel, PanelProps } from '../panel.ts';
import { BlockedCell, TimeCell, withBlocked } from './time-cells.tsx';
import { buildRows } from './rows.ts';
import { type ColumnHeading, VirtualTable } from './virtual-table.tsx';

const headings: readonly ColumnHeading[] = [
  ['selfTime', 'Self', 'Time in the function itself'],
  ['totalTime', 'Total', 'Time in the function and all that it called, once per stack'],
  ['name', 'Function', 'Name'],
  ['location', 'Location', 'Where it is defined'],
];
const tierTitle =
  'V8’s interpreter, or the compiler whose code ran for most of the time in the function’s own code, and that part of it';

/** Every function with its self and total time. */
export function FunctionTable({ panel }: PanelProps) {
  const rows = useComputed(() => {
    const tables = panel.recording.tables.value;
    const times = panel.shownTree.times.value;
    const { hideDependencies, sort } = panel.preferences.current.value;
    return tables && times
      ? buildRows({ tables, times, hideDependencies, sort, matches: panel.search.listed.value })
      : new Int32Array(0);
  });
  const tables = panel.recording.tables.value;
  const focus = (): void => panel.focusOnFunction(panel.selection.fn.value);
  return (
    <VirtualTable
      label="Functions"
      headings={withBlocked(headingsOf(panel), blockedOf(panel), tables?.header.quality.valueName ?? 'wall')}
      sort={panel.preferences.current.value.sort}
      onSort={(sort) => panel.preferences.set({ sort })}
      rows={rows.value}
      selected={panel.selection.fn.value}
      onSelect={panel.selection.selectFunction}
      keys={{
        Enter: () => panel.requests.reveal(panel.selection.fn.value),
        f: focus,
        F: focus,
        Escape: panel.stepBack,
      }}
      onClick={(fn) => {
        panel.selection.selectFunction(fn);
        panel.requests.reveal(fn);
      }}
      onDoubleClick={panel.focusOnFunction}
      cells={(fn) => <Cells panel={panel} fn={fn} />}
      empty="No function matches."
    />
  );
}

/** Of the whole recording only: below a focus it is not known. */
const blockedOf = ({ recording, shownTree }: Panel): Float64Array | undefined =>
  shownTree.shownFocus.value ? undefined : recording.tables.value?.columns['functions.blockedTime'];

/** Below a focus it is not known either. */
const hasTiers = ({ recording, shownTree }: Panel): boolean =>
  !shownTree.shownFocus.value && knowsTiers(recording.tables.value);

function headingsOf(panel: Panel): readonly ColumnHeading[] {
  const [self, total, ...others] = headings;
  return hasTiers(panel) ? [self, total, ['tier', 'Tier', tierTitle], ...others] : headings;
}

function Cells({ panel, fn }: PanelProps & { readonly fn: FunctionIndex }) {
  const tables = panel.recording.tables.value;
  const times = panel.shownTree.times.value;
  if (!tables || !times) return null;
  const location = locationOf(tables, fn);
  const work = workOf(tables, fn);
  const name = nameOf(tables, fn);
  return (
    <>
      <TimeCell panel={panel} kind="selfTime" time={times.selfTime[fn]} samples={times.selfSamples[fn]} />
      <TimeCell panel={panel} kind="totalTime" time={times.totalTime[fn]} samples={times.totalSamples[fn]} />
      <BlockedCell column={blockedOf(panel)} row={fn} />
      {hasTiers(panel) && <TierCell panel={panel} fn={fn} />}
      <span class="cell cell-name" role="gridcell" title={name}>
        {name}
      </span>
      <span class={work ? 'cell cell-work' : 'cell cell-location'} role="gridcell" title={work || location}>
        {/* A location is cut at the front: the file's name and line matter more than its folder. */}
        <bdi>{work || location}</bdi>
      </span>
    </>
  );
}

function TierCell({ panel, fn }: PanelProps & { readonly fn: FunctionIndex }) {
  const columns = panel.recording.tables.value?.columns;
  const ran = columns ? tiersOf(columns, fn) : [];
  const label = ({ tier, share }: (typeof ran)[number]): string => `${tiers[tier].label} ${formatShare(share)}`;
  return (
    <span class="cell cell-tier" role="gridcell" title={ran.map(label).join('\n')}>
      {ran.length > 0 && label(ran[0])}
    </span>
  );
}
