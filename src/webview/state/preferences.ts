import { computed, signal } from '@preact/signals';
import { readOnly } from './signals.ts';

/** Merged stacks, stacks over time, or merged stacks upside down. */
export type View = 'graph' | 'chart' | 'callers';
export const colourings = ['heat', 'file', 'package', 'kind', 'tier', 'change'] as const;
export type Colouring = (typeof colourings)[number];
/** What the table below the picture lists. */
export type TableName = 'functions' | 'lines';
export type SortKey = 'selfTime' | 'totalTime' | 'blockedTime' | 'tier' | 'name' | 'location';

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
