import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Sort, SortKey } from '../state/preferences.ts';
import type { Column } from './columns.tsx';

const ROW_HEIGHT = 22;
/** Of the heading, which stays in sight above the rows. */
const HEADER_HEIGHT = 23;
/** Rows drawn beyond the visible ones, so that a fast scroll does not show blanks. */
const SPARE_ROWS = 6;

interface Props {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** What each row stands for, in the order shown. */
  readonly rows: Int32Array;
  readonly selected: number;
  readonly onSelect: (item: number) => void;
  /** By Enter, or by a click, which also selects. */
  readonly onReveal: (item: number) => void;
  /** By F or a double click. */
  readonly onFocus?: (item: number) => void;
  readonly onEscape: () => void;
  /** Shown when there are no rows. */
  readonly empty: string;
}

/** A table that sorts and goes by keys; only the rows in sight exist in the page. */
export function VirtualTable(props: Props) {
  const { rows, columns, selected, onFocus } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scrollTop = useSignal(0);
  const height = useSignal(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => (height.value = element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const current = rows.indexOf(selected);
  useEffect(() => {
    if (scroller.current && current >= 0) scrollIntoView(scroller.current, current);
  }, [current, selected]);
  // Other rows, or another order: where the old ones were scrolled to means nothing.
  useLayoutEffect(() => {
    if (scroller.current && current < 0) scroller.current.scrollTop = 0;
  }, [rows]);

  const first = Math.max(0, Math.floor(scrollTop.value / ROW_HEIGHT) - SPARE_ROWS);
  const last = Math.min(rows.length, Math.ceil((scrollTop.value + height.value) / ROW_HEIGHT) + SPARE_ROWS);
  const focus = onFocus && { f: () => onFocus(selected), F: () => onFocus(selected) };
  const keys: Record<string, () => void> = { Enter: () => props.onReveal(selected), Escape: props.onEscape, ...focus };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextRow(event, current, rows.length, Math.max(1, Math.floor(height.value / ROW_HEIGHT) - 1));
    if (next !== undefined && rows.length > 0) props.onSelect(rows[next]);
    else if (event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    else keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class={['table', ...columns.map(({ key }) => `with-${key}`)].join(' ')}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
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
        <Header columns={columns} sort={props.sort} onSort={props.onSort} />
        <div class="table-space" role="presentation" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
          {Array.from(rows.subarray(first, last), (item, k) => (
            <div
              key={item}
              class={`table-row${item === selected ? ' selected' : ''}`}
              role="row"
              id={`heatline-row-${first + k}`}
              aria-rowindex={first + k + 2}
              aria-selected={item === selected}
              style={{ transform: `translateY(${(first + k) * ROW_HEIGHT}px)` }}
              onClick={() => {
                props.onSelect(item);
                props.onReveal(item);
              }}
              onDblClick={() => onFocus?.(item)}
            >
              {columns.map((column) => cellOf(column, item))}
            </div>
          ))}
        </div>
        {rows.length === 0 && <p class="table-empty">{props.empty}</p>}
      </div>
    </div>
  );
}

function cellOf({ key, cell }: Column, item: number) {
  const { text, title, class: name = `cell-${key}` } = cell(item);
  return (
    <span key={key} class={`cell ${name}`} role="gridcell" title={title}>
      {text}
    </span>
  );
}

function Header({ columns, sort, onSort }: Pick<Props, 'columns' | 'sort' | 'onSort'>) {
  const sortBy = (key: SortKey): void => {
    const isTime = key === 'selfTime' || key === 'totalTime' || key === 'blockedTime';
    onSort({ key, descending: sort.key === key ? !sort.descending : isTime });
  };
  return (
    <div class="table-row table-header" role="row" aria-rowindex={1}>
      {columns.map(({ key, label, title }) => (
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

function nextRow({ key }: KeyboardEvent, current: number, count: number, page: number): number | undefined {
  const wanted: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + page,
    PageUp: current - page,
    Home: 0,
    End: count - 1,
  };
  return Object.hasOwn(wanted, key) ? Math.max(0, Math.min(count - 1, wanted[key])) : undefined;
}

function scrollIntoView(element: HTMLElement, row: number): void {
  const top = row * ROW_HEIGHT;
  const room = element.clientHeight - HEADER_HEIGHT - ROW_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + room) element.scrollTop = top - room;
}
