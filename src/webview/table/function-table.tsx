import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Index } from '../../profile/index.ts';
import type { Actions } from '../actions.ts';
import { formatPlural, formatShare, formatTime } from '../format.ts';
import { nameOf, type Panel, placeOf } from '../panel.ts';
import type { SortKey } from '../settings.ts';
import { buildRows } from './rows.ts';

const ROW_HEIGHT = 22;
/** Of the heading, which stays in sight above the rows. */
const HEADER_HEIGHT = 23;
/** Rows drawn beyond the visible ones, so that a fast scroll does not show blanks. */
const SPARE_ROWS = 6;
const NO_ROWS = new Int32Array(0);

const columns: readonly (readonly [key: SortKey, label: string, title: string])[] = [
  ['selfTime', 'Self', 'Time in the function itself'],
  ['totalTime', 'Total', 'Time in the function and all that it called, once per stack'],
  ['name', 'Function', 'Name'],
  ['location', 'Location', 'Where it is defined'],
];

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** Every function with its self and total time; only the rows in sight exist in the page. */
export function FunctionTable({ panel, actions }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const height = useSignal(0);
  const rows = useComputed(() => {
    const model = panel.model.value;
    const times = panel.times.value;
    if (!model || !times) return NO_ROWS;
    const { hideDependencies, sort } = panel.preferences.value;
    return buildRows({ model, times, hideDependencies, sort, matches: panel.listed.value });
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => (height.value = element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const current = rows.value.indexOf(panel.selected.value);
  useEffect(() => {
    if (scroller.current && current >= 0) scrollIntoView(scroller.current, current);
  }, [current, panel.selected.value]);

  const first = Math.max(0, Math.floor(scrollTop.value / ROW_HEIGHT) - SPARE_ROWS);
  const last = Math.min(rows.value.length, Math.ceil((scrollTop.value + height.value) / ROW_HEIGHT) + SPARE_ROWS);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextRow(event, current, rows.value.length, Math.max(1, Math.floor(height.value / ROW_HEIGHT) - 1));
    if (event.key === 'Enter') actions.reveal(panel.selected.value);
    else if (event.key === 'F' || event.key === 'f') actions.focusEverywhere(panel.selected.value);
    else if (event.key === 'Escape') actions.stepBack();
    else if (next !== undefined && rows.value.length > 0) actions.selectFunction(rows.value[next]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="table"
      role="grid"
      aria-label="Functions"
      aria-rowcount={rows.value.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={current >= first && current < last ? `heatline-row-${current}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div
        class="table-scroller"
        ref={scroller}
        role="presentation"
        onScroll={(event) => (scrollTop.value = event.currentTarget.scrollTop)}
      >
        <Header panel={panel} />
        <div class="table-space" role="presentation" style={{ height: `${rows.value.length * ROW_HEIGHT}px` }}>
          {Array.from(rows.value.subarray(first, last), (fn, k) => (
            <Row key={fn} panel={panel} actions={actions} fn={fn} index={first + k} />
          ))}
        </div>
        {rows.value.length === 0 && <p class="table-empty">No function matches.</p>}
      </div>
    </div>
  );
}

function Header({ panel }: { readonly panel: Panel }) {
  const { sort } = panel.preferences.value;
  const sortBy = (key: SortKey): void => {
    const isTime = key === 'selfTime' || key === 'totalTime';
    panel.setPreference({ sort: { key, descending: sort.key === key ? !sort.descending : isTime } });
  };
  return (
    <div class="table-row table-header" role="row" aria-rowindex={1}>
      {columns.map(([key, label, title]) => (
        <span
          key={key}
          class={`cell cell-${key}`}
          role="columnheader"
          aria-sort={sort.key === key ? (sort.descending ? 'descending' : 'ascending') : 'none'}
        >
          <button type="button" title={title} onClick={() => sortBy(key)}>
            {label}
            <i aria-hidden="true">{sort.key === key ? (sort.descending ? '▾' : '▴') : ''}</i>
          </button>
        </span>
      ))}
    </div>
  );
}

function Row({ panel, actions, fn, index }: Props & { readonly fn: Index; readonly index: number }) {
  const model = panel.model.value;
  const times = panel.times.value;
  if (!model || !times) return null;
  const isSelected = panel.selected.value === fn;
  const place = placeOf(model, fn);
  const name = nameOf(model, fn);
  return (
    <div
      class={`table-row${isSelected ? ' selected' : ''}`}
      role="row"
      id={`heatline-row-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      onClick={() => {
        actions.selectFunction(fn);
        actions.reveal(fn);
      }}
      onDblClick={() => actions.focusEverywhere(fn)}
    >
      <TimeCell panel={panel} kind="selfTime" time={times.selfTime[fn]} samples={times.selfSamples[fn]} />
      <TimeCell panel={panel} kind="totalTime" time={times.totalTime[fn]} samples={times.totalSamples[fn]} />
      <span class="cell cell-name" role="gridcell" title={name}>
        {name}
      </span>
      <span class="cell cell-location" role="gridcell" title={place}>
        {/* Cut at the front: the file's name and line matter more than its folder. */}
        <bdi>{place}</bdi>
      </span>
    </div>
  );
}

interface TimeCellProps {
  readonly panel: Panel;
  readonly kind: 'selfTime' | 'totalTime';
  readonly time: number;
  readonly samples: number;
}

function TimeCell({ panel, kind, time, samples }: TimeCellProps) {
  const share = panel.activeTime.value > 0 ? time / panel.activeTime.value : 0;
  return (
    <span class={`cell cell-time cell-${kind}`} role="gridcell" title={formatPlural(samples, 'sample')}>
      <i class="bar" style={{ width: `${Math.min(100, share * 100)}%` }} />
      <span class="cell-ms">{formatTime(time)}</span>
      <span class="cell-share">{formatShare(share)}</span>
    </span>
  );
}

function nextRow({ key }: KeyboardEvent, current: number, count: number, page: number): number | undefined {
  const wanted: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  };
  return key in wanted ? Math.max(0, Math.min(count - 1, wanted[key])) : undefined;
}

function scrollIntoView(element: HTMLElement, row: number): void {
  const top = row * ROW_HEIGHT;
  const room = element.clientHeight - HEADER_HEIGHT - ROW_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + room) element.scrollTop = top - room;
}
