import { computed, signal } from '@preact/signals';
import { readOnly } from './signals.ts';

/** Merged stacks, stacks over time, or merged stacks upside down. */
export const views = ['graph', 'chart', 'callers'] as const;
export type View = (typeof views)[number];
export const colourings = ['heat', 'file', 'package', 'kind'] as const;
export type Colouring = (typeof colourings)[number];
/** What the table below the picture lists. */
export const tableNames = ['functions', 'lines'] as const;
export type TableName = (typeof tableNames)[number];
const sortKeys = ['selfTime', 'totalTime', 'blockedTime', 'name', 'location'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** How the user likes the panel, whatever the recording. */
export interface Preferences {
  readonly view: View;
  readonly colouring: Colouring;
  readonly hideDependencies: boolean;
  readonly table: TableName;
  /** Of the table of functions. */
  readonly sort: Sort;
  readonly lineSort: Sort;
  /** Share of the height that the table takes; 0 when closed. */
  readonly tableShare: number;
}

export const defaultPreferences: Preferences = {
  view: 'graph',
  colouring: 'heat',
  hideDependencies: false,
  table: 'functions',
  sort: { key: 'selfTime', descending: true },
  lineSort: { key: 'selfTime', descending: true },
  tableShare: 0.34,
};

/** Owns the preferences. */
export function createPreferences(saved: Preferences = defaultPreferences) {
  const current = signal(saved);
  return {
    current: readOnly(current),
    view: computed(() => current.value.view),
    hideDependencies: computed(() => current.value.hideDependencies),
    set: (change: Partial<Preferences>): void => {
      current.value = { ...current.value, ...change };
    },
  };
}

/** Preferences as they were saved, with defaults for what an older version did not have; undefined when they are damaged. */
export function parsePreferences(saved: object): Preferences | undefined {
  const value: Preferences = { ...defaultPreferences, ...saved };
  const isSort = (sort: Sort | undefined): boolean =>
    sort !== undefined && sortKeys.includes(sort.key) && typeof sort.descending === 'boolean';
  const isValid =
    views.includes(value.view) &&
    colourings.includes(value.colouring) &&
    typeof value.hideDependencies === 'boolean' &&
    typeof value.tableShare === 'number' &&
    tableNames.includes(value.table) &&
    isSort(value.sort) &&
    isSort(value.lineSort);
  return isValid ? value : undefined;
}
