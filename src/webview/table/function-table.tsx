import { useMemo } from 'preact/hooks';
import type { FunctionIndex } from '../../core/index.ts';
import { formatShare } from '../../present/quantities.ts';
import { tiers } from '../graph/palette.ts';
import { knowsTiers, tiersOf } from '../model/tiers.ts';
import { locationOf, nameOf, workOf } from '../names.ts';
import type { ShownProps } from '../panel.ts';
import { amountTitle, BlockedCell, blockedHeading, TimeCell } from './time-cells.tsx';
import { buildRows } from './rows.ts';
import { type ColumnHeading, VirtualTable } from './virtual-table.tsx';

const tierHeading: ColumnHeading = [
  'tier',
  'Tier',
  'V8’s interpreter, or the compiler whose code ran for most of the time in the function’s own code, and that part of it',
];

/** Every function with its self and total time. */
export function FunctionTable({ panel, tables }: ShownProps) {
  const times = panel.shownTree.times.value;
  const { hideDependencies, sort } = panel.preferences.current.value;
  const matches = panel.search.listed.value;
  const rows = useMemo(
    () => (times ? buildRows({ tables, times, hideDependencies, sort, matches }) : new Int32Array(0)),
    [tables, times, hideDependencies, sort, matches],
  );
  const shown = { panel, tables };
  return (
    <VirtualTable
      label="Functions"
      headings={headingsOf(shown)}
      sort={sort}
      onSort={(next) => panel.preferences.set({ sort: next })}
      rows={rows}
      selected={panel.selection.fn.value}
      onSelect={panel.selection.selectFunction}
      onReveal={panel.requests.reveal}
      onFocus={panel.focusOnFunction}
      onEscape={panel.stepBack}
      cells={(fn) => <Cells {...shown} fn={fn} />}
      empty="No function matches."
    />
  );
}

/** Of the whole recording only: below a focus it is not known. */
const blockedOf = ({ panel, tables }: ShownProps): Float64Array | undefined =>
  panel.shownTree.shownFocus.value ? undefined : tables.columns['functions.blockedTime'];

/** Below a focus it is not known either. */
const hasTiers = ({ panel, tables }: ShownProps): boolean => !panel.shownTree.shownFocus.value && knowsTiers(tables);

function headingsOf(shown: ShownProps): readonly ColumnHeading[] {
  const { quality } = shown.tables.header;
  const amount = amountTitle(quality);
  return [
    ['selfTime', 'Self', `${amount} in the function itself`],
    ['totalTime', 'Total', `${amount} in the function and all that it called, once per stack`],
    ...blockedHeading(blockedOf(shown), quality),
    ...(hasTiers(shown) ? [tierHeading] : []),
    ['name', 'Function', 'Name'],
    ['location', 'Location', 'Where it is defined'],
  ];
}

function Cells({ fn, ...shown }: ShownProps & { readonly fn: FunctionIndex }) {
  const { panel, tables } = shown;
  const times = panel.shownTree.times.value;
  if (!times) return null;
  const location = locationOf(tables, fn);
  const work = workOf(tables, fn);
  const name = nameOf(tables, fn);
  return (
    <>
      <TimeCell {...shown} kind="selfTime" time={times.selfTime[fn]} samples={times.selfSamples[fn]} />
      <TimeCell {...shown} kind="totalTime" time={times.totalTime[fn]} samples={times.totalSamples[fn]} />
      <BlockedCell column={blockedOf(shown)} row={fn} />
      {hasTiers(shown) && <TierCell tables={tables} fn={fn} />}
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

function TierCell({ tables, fn }: Pick<ShownProps, 'tables'> & { readonly fn: FunctionIndex }) {
  const ran = tiersOf(tables.columns, fn);
  const label = ({ tier, share }: (typeof ran)[number]): string => `${tiers[tier].label} ${formatShare(share)}`;
  return (
    <span class="cell cell-tier" role="gridcell" title={ran.map(label).join('\n')}>
      {ran.length > 0 && label(ran[0])}
    </span>
  );
}
