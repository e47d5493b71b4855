import type { PanelModel } from '../panel/index.ts';
import type { Focus } from './model/merged-tree.ts';

/** Merged stacks, stacks over time, or merged stacks upside down. */
export const views = ['graph', 'chart', 'callers'] as const;
export type View = (typeof views)[number];
export const colourings = ['heat', 'file', 'kind'] as const;
export type Colouring = (typeof colourings)[number];
/** What the table below the picture lists. */
export const tableNames = ['functions', 'lines'] as const;
export type TableName = (typeof tableNames)[number];
export const sortKeys = ['selfTime', 'totalTime', 'name', 'location'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly key: SortKey;
  readonly descending: boolean;
}

/** The visible part of a view: microseconds from left to right, and pixels scrolled down. Right 0: everything. */
export interface Viewport {
  readonly left: number;
  readonly right: number;
  readonly scroll: number;
}

/** How the user likes the panel; goes from one recording to the next. */
export interface Preferences {
  readonly view: View;
  readonly colouring: Colouring;
  readonly hideDependencies: boolean;
  readonly table: TableName;
  readonly sort: Sort;
  /** Of the table of lines. */
  readonly lineSort: Sort;
  /** Share of the height that the table takes; 0 when closed. */
  readonly tableShare: number;
}

/** Where the user was in one recording. */
export interface Place {
  readonly focus?: Focus;
  readonly query: string;
  readonly selected: number;
  readonly viewports: Readonly<Record<View, Viewport>>;
}

/** What is kept while the panel is hidden and over a reload of the window. */
export interface SavedState {
  readonly version: 1;
  readonly preferences: Preferences;
  /** The recording that `place` belongs to. */
  readonly recording: string;
  readonly place: Place;
}

export const whole: Viewport = { left: 0, right: 0, scroll: 0 };

export const defaultPreferences: Preferences = {
  view: 'graph',
  colouring: 'heat',
  hideDependencies: false,
  table: 'functions',
  sort: { key: 'selfTime', descending: true },
  lineSort: { key: 'selfTime', descending: true },
  tableShare: 0.34,
};

export const defaultPlace: Place = {
  query: '',
  selected: -1,
  viewports: { graph: whole, chart: whole, callers: whole },
};

/** Tells a recording from another one, also after a reload, when models are counted anew. */
export function fingerprint({ header }: Pick<PanelModel, 'header'>): string {
  const { lengths, quality, title } = header;
  return [title, lengths['tree.function'], lengths['samples.node'], quality.duration, quality.activeTime].join('|');
}

/** State as it was saved by this version; anything else is as good as none. */
export function parseSavedState(value: unknown): SavedState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const state = value as Partial<SavedState>;
  if (state.version !== 1 || typeof state.recording !== 'string') return undefined;
  const { place } = state;
  const preferences = { ...defaultPreferences, ...state.preferences };
  if (!state.preferences || !place || !isPreferences(preferences) || !isPlace(place)) return undefined;
  return { version: 1, preferences, recording: state.recording, place };
}

function isPreferences(value: Partial<Preferences>): boolean {
  const { sort, lineSort } = value;
  const isSort = (s: Sort | undefined): boolean =>
    s !== undefined && sortKeys.includes(s.key) && typeof s.descending === 'boolean';
  return (
    views.includes(value.view as View) &&
    colourings.includes(value.colouring as Colouring) &&
    typeof value.hideDependencies === 'boolean' &&
    typeof value.tableShare === 'number' &&
    tableNames.includes(value.table as TableName) &&
    isSort(sort) &&
    isSort(lineSort)
  );
}

function isPlace(value: Partial<Place>): boolean {
  const { viewports, focus } = value;
  const isViewport = (v: Viewport | undefined): boolean =>
    v !== undefined && [v.left, v.right, v.scroll].every((n) => Number.isFinite(n));
  return (
    typeof value.query === 'string' &&
    typeof value.selected === 'number' &&
    viewports !== undefined &&
    views.every((view) => isViewport(viewports[view])) &&
    (focus === undefined || focus.kind === 'everywhere' || (focus.kind === 'path' && Array.isArray(focus.path)))
  );
}
