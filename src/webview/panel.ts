import { batch, computed, signal } from '@preact/signals';
import { Category, type Index } from '../profile/index.ts';
import type { PanelModel } from '../protocol/index.ts';
import type { Size } from './graph/metrics.ts';
import { buildChartFlame } from './model/chart-flame.ts';
import type { Flame } from './model/flame.ts';
import { followCallers, followTree } from './follow-tree.ts';
import { type FunctionTimes, sumFunctions } from './model/function-times.ts';
import { buildMergedFlame } from './model/merged-flame.ts';
import type { Focus } from './model/merged-tree.ts';
import type { Box } from './model/runs.ts';
import { buildSearchIndex, matchFunctions, rankMatches, searchTree } from './model/search.ts';
import {
  defaultPlace,
  defaultPreferences,
  fingerprint,
  type Place,
  type Preferences,
  type SavedState,
  type View,
  type Viewport,
  whole,
} from './settings.ts';

/** What fills the panel when there is no flame graph to show. */
export type Status =
  | { readonly kind: 'loading'; readonly message: string; readonly share?: number }
  | { readonly kind: 'empty' | 'failed'; readonly message: string }
  | { readonly kind: 'ready' };

/** A box under the pointer, at CSS pixels of the page. */
export interface Hover {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
}

/**
 * Everything the panel knows, as signals: what was received, what the user chose, and what follows from the two
 * (computed when first asked for, and again only when what it follows from changes).
 */
export function createPanel() {
  const status = signal<Status>({ kind: 'loading', message: 'Loading the recording…' });
  const model = signal<PanelModel | undefined>(undefined);
  const preferences = signal<Preferences>(defaultPreferences);
  const focus = signal<Focus | undefined>(undefined);
  const query = signal('');
  const viewports = signal<Readonly<Record<View, Viewport>>>(defaultPlace.viewports);
  /** Row of the function table; -1 for none. */
  const selected = signal<Index>(-1);
  /** Row of the line table; -1 for none. */
  const selectedLine = signal<Index>(-1);
  /** The selected box of the flame that is shown. */
  const box = signal<Box | undefined>(undefined);
  const hover = signal<Hover | undefined>(undefined);
  /** Functions that the editor's cursor is in. */
  const highlighted = signal<readonly Index[]>([]);
  /** Size of the picture in CSS pixels. */
  const size = signal<Size>({ width: 0, height: 0 });
  /** Whether the picture moves smoothly to the viewport, or is there at once. */
  const glide = signal(false);
  /** Whether the theme is a dark one. */
  const isDark = signal(true);
  /** The wheel was turned where there is nothing to scroll: the user may want to zoom. */
  const wheelHint = signal(false);
  /** The last thing that did not work, for a moment. */
  const notice = signal('');

  const view = computed(() => preferences.value.view);
  const hideDependencies = computed(() => preferences.value.hideDependencies);

  const shown = followTree(
    computed(() => {
      const { columns } = model.value ?? {};
      if (!columns) return undefined;
      return {
        tree: {
          function: columns['tree.function'],
          parent: columns['tree.parent'],
          selfTime: columns['tree.selfTime'],
          selfSamples: columns['tree.selfSamples'],
        },
        options: {
          category: columns['functions.category'],
          hideDependencies: hideDependencies.value,
          focus: focus.value,
        },
      };
    }),
  );
  const tree = computed(() => shown.value?.tree);
  /** False for the moment in which a big tree is only an outline. */
  const isWhole = computed(() => shown.value?.isWhole ?? false);
  const graph = computed(() => tree.value && buildMergedFlame(tree.value));
  /** Only while it is looked at. */
  const inverted = followCallers(
    computed(() =>
      view.value === 'callers' && tree.value && isWhole.value
        ? { tree: tree.value, rootIsFrame: focus.value !== undefined }
        : undefined,
    ),
  );
  const callers = computed(() => inverted.value && buildMergedFlame(inverted.value.tree.tree));
  /** What the callers view leaves out; of thin stacks only once they can be seen. */
  const cut = computed(() => {
    const left = inverted.value?.tree.cut;
    return left === 'thin' && viewport.value.right === 0 ? undefined : left;
  });
  const chart = computed(() => {
    const { columns } = model.value ?? {};
    if (!columns || !tree.value) return undefined;
    const samples = { node: columns['samples.node'], start: columns['samples.start'] };
    return buildChartFlame(tree.value, samples, focus.value ? 0 : 1);
  });
  const flame = computed<Flame | undefined>(() =>
    view.value === 'graph' ? graph.value : view.value === 'chart' ? chart.value : callers.value,
  );
  /** Of the whole recording as the host has counted them; of a part of it, counted here. */
  const times = computed<FunctionTimes | undefined>(() => {
    const { columns } = model.value ?? {};
    if (!columns || !tree.value) return undefined;
    if ((focus.value || hideDependencies.value) && isWhole.value)
      return sumFunctions(tree.value, columns['functions.category']);
    return {
      selfTime: columns['functions.selfTime'],
      totalTime: columns['functions.totalTime'],
      selfSamples: columns['functions.selfSamples'],
      totalSamples: columns['functions.totalSamples'],
    };
  });

  const searchIndex = computed(() => {
    const { header, columns } = model.value ?? {};
    return (
      header && columns && buildSearchIndex(header.functionNames, header.sourceLabels, columns['functions.source'])
    );
  });
  const matches = computed(() =>
    query.value.trim() !== '' && searchIndex.value ? matchFunctions(searchIndex.value, query.value) : undefined,
  );
  /** The matches that are listed and counted: follow `matches` once the picture was drawn, so as not to delay it. */
  const listed = signal<Uint8Array | undefined>(undefined);
  const found = computed(() =>
    matches.value && listed.value && flame.value ? searchTree(flame.value.tree, listed.value) : undefined,
  );
  const ranked = computed(() =>
    matches.value && flame.value ? rankMatches(flame.value.tree, matches.value) : undefined,
  );

  /** The denominator of every share. */
  const activeTime = computed(() => model.value?.header.quality.activeTime || tree.value?.totalTime[0] || 0);
  const viewport = computed(() => viewports.value[view.value]);
  const isReady = computed(() => status.value.kind === 'ready' && model.value !== undefined);

  const setPreference = (change: Partial<Preferences>): void => {
    preferences.value = { ...preferences.value, ...change };
  };
  const setViewport = (change: Partial<Viewport>, of: View = view.value): void => {
    viewports.value = { ...viewports.value, [of]: { ...viewports.value[of], ...change } };
  };
  const showModel = (next: PanelModel, saved: SavedState | undefined): void =>
    batch(() => {
      const place: Place = saved?.recording === fingerprint(next) ? saved.place : defaultPlace;
      model.value = next;
      focus.value = place.focus && isFocusOf(place.focus, functionCount(next)) ? place.focus : undefined;
      query.value = place.query;
      viewports.value = place.viewports;
      selected.value = place.selected < functionCount(next) ? place.selected : -1;
      selectedLine.value = -1;
      box.value = undefined;
      hover.value = undefined;
      highlighted.value = [];
      status.value = next.header.quality.activeSamples === 0 ? emptyStatus : { kind: 'ready' };
    });
  const setFocus = (next: Focus | undefined): void =>
    batch(() => {
      focus.value = next;
      viewports.value = { graph: whole, chart: view.value === 'chart' ? viewport.value : whole, callers: whole };
      box.value = undefined;
      hover.value = undefined;
    });
  const save = (): SavedState | undefined =>
    model.value && {
      version: 1,
      preferences: preferences.value,
      recording: fingerprint(model.value),
      place: { focus: focus.value, query: query.value, selected: selected.value, viewports: viewports.value },
    };

  return {
    ...{
      status,
      model,
      preferences,
      focus,
      query,
      viewports,
      selected,
      selectedLine,
      box,
      hover,
      highlighted,
      notice,
      size,
      glide,
      wheelHint,
      isDark,
    },
    ...{
      view,
      tree,
      isWhole,
      cut,
      flame,
      times,
      searchIndex,
      matches,
      listed,
      found,
      ranked,
      activeTime,
      viewport,
      isReady,
    },
    ...{ setPreference, setViewport, showModel, setFocus, save },
  };
}
export type Panel = ReturnType<typeof createPanel>;

/** How V8 names functions that have no name. */
const ANONYMOUS = '(anonymous)';

const emptyStatus: Status = {
  kind: 'empty',
  message: 'Nothing ran on the CPU while this was recorded: there are no samples to draw.',
};

function functionCount(model: PanelModel | undefined): number {
  return model?.header.functionNames.length ?? 0;
}

function isFocusOf(focus: Focus, functions: number): boolean {
  const rows = focus.kind === 'path' ? focus.path : [focus.function];
  return rows.every((fn) => Number.isInteger(fn) && fn >= 0 && fn < functions);
}

/** How a function is called in the panel. */
export function nameOf(model: PanelModel, fn: Index): string {
  if (fn < 0 || model.columns['functions.category'][fn] === Category.root) return 'All active time';
  const name = model.header.functionNames[fn];
  return name && name !== ANONYMOUS ? name : ANONYMOUS;
}

/** What a box says: the name, and of functions without one also the file and line that tell them apart. */
export function boxLabelOf(model: PanelModel, fn: Index): string {
  const name = nameOf(model, fn);
  return name === ANONYMOUS ? `${name} ${placeOf(model, fn).replace(/^.*[\\/]/, '')}`.trimEnd() : name;
}

/** Where a function is defined, as shown: `src/app.ts:12`; empty when unknown. */
export function placeOf(model: PanelModel, fn: Index): string {
  const source = fn < 0 ? -1 : model.columns['functions.source'][fn];
  if (source < 0) return '';
  const line = model.columns['functions.line'][fn];
  const label = model.header.sourceLabels[source] ?? '';
  return line > 0 ? `${label}:${line}` : label;
}

/** Where a line of the line table is, as shown: `src/app.ts:12`. */
export function linePlaceOf(model: PanelModel, line: Index): string {
  const label = model.header.sourceLabels[model.columns['lines.source'][line]] ?? '';
  return `${label}:${model.columns['lines.line'][line]}`;
}
