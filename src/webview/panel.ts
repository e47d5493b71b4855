import { batch, computed, signal } from '@preact/signals';
import { Category, type Index } from '../core/index.ts';
import { functionLabel } from '../present/names.ts';
import { type Completion, DamagedModelError, type PanelModel } from '../panel/index.ts';
import { follow, followed, runInSlices } from './follow.ts';
import type { Size } from './graph/metrics.ts';
import { buildChartFlame } from './model/chart-flame.ts';
import type { Flame } from './model/flame.ts';
import { addUpFunctions, type FunctionTimes } from './model/function-times.ts';
import { invertTree } from './model/invert-tree.ts';
import { loadRecording, type Recording } from './model/load-recording.ts';
import { buildMergedFlame } from './model/merged-flame.ts';
import type { Focus, MergedTree, MergeOptions } from './model/merged-tree.ts';
import { narrowTree } from './model/narrow-tree.ts';
import type { Box } from './model/runs.ts';
import { buildSearchIndex, matchFunctions, searchTree } from './model/search.ts';
import type { Stages } from './model/steps.ts';

import { type PanelTables, splitModel } from './panel-tables.ts';
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

/** What is asked for: a recording, or a part of it. */
interface Wanted {
  readonly recording: Recording;
  readonly options: MergeOptions;
}

/** What the picture is made from. */
interface Shown extends Wanted {
  readonly tree: MergedTree;
  /** See `ChartInput`. */
  readonly ofNode?: Int32Array;
  /** Of a part, counted here; of the whole the host has counted them. */
  readonly times?: FunctionTimes;
}

/**
 * Everything the panel knows, as signals: what was received, what the user chose, and what follows from the two. What
 * may take long is worked out in slices, and what was shown stays until it is there.
 */
export function createPanel() {
  const status = signal<Status>({ kind: 'loading', message: 'Loading the recording…' });
  const model = signal<PanelTables | undefined>(undefined);
  const recording = signal<Recording | undefined>(undefined);
  const preferences = signal<Preferences>(defaultPreferences);
  /** As the user wants it; what is shown may lag behind. */
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
  /** Whether the first picture was drawn: what is not part of it comes after it. */
  const isPictured = signal(false);

  const view = computed(() => preferences.value.view);
  const hideDependencies = computed(() => preferences.value.hideDependencies);

  const shown = signal<Shown | undefined>(undefined);
  const wanted = computed(() => {
    const category = model.value?.columns['functions.category'];
    if (!recording.value || !category) return undefined;
    const options = { category, hideDependencies: hideDependencies.value, focus: focus.value };
    return { recording: recording.value, options } satisfies Wanted;
  });
  const tree = computed(() => shown.value?.tree);
  /** The focus of what is shown. */
  const shownFocus = computed(() => shown.value?.options.focus);
  /** False for the moment in which a big tree is only an outline. */
  const isWhole = computed(() => shown.value?.recording.isWhole ?? false);
  /** Something better than what is shown is on its way. */
  const isBusy = computed(() => !isWhole.value || shown.value?.options !== wanted.value?.options);
  const graph = computed(() => tree.value && buildMergedFlame(tree.value));
  /** Only while it is looked at. */
  const inverted = followed(
    computed(() =>
      view.value === 'callers' && tree.value && isWhole.value
        ? { tree: tree.value, rootIsFrame: shownFocus.value !== undefined }
        : undefined,
    ),
    ({ tree: ofTree, rootIsFrame }) => invertTree(ofTree, rootIsFrame),
  );
  const callers = computed(() => inverted.value && buildMergedFlame(inverted.value.tree));
  /** What the callers view leaves out; of thin stacks only once they can be seen. */
  const cut = computed(() => {
    const left = inverted.value?.cut;
    return left === 'thin' && viewport.value.right === 0 ? undefined : left;
  });
  const chart = computed(() => {
    const { samples } = shown.value?.recording ?? {};
    if (!shown.value || !samples) return undefined;
    return buildChartFlame({ ...shown.value, samples, topDepth: shownFocus.value ? 0 : 1 });
  });
  const flame = computed<Flame | undefined>(() =>
    view.value === 'graph' ? graph.value : view.value === 'chart' ? chart.value : callers.value,
  );
  const times = computed<FunctionTimes | undefined>(() => {
    const { columns } = model.value ?? {};
    if (!columns || !shown.value) return undefined;
    if (shown.value.times) return shown.value.times;
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
  const found = followed(
    computed(() =>
      matches.value && listed.value && flame.value ? { tree: flame.value.tree, matches: listed.value } : undefined,
    ),
    (input) => searchTree(input.tree, input.matches),
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
  /** Shows what the user asked for, once it is there. */
  const show = (next: Shown | undefined): void => {
    const before = shown.value;
    shown.value = next;
    if (!before || !next || before.options.focus === next.options.focus) return;
    viewports.value = { graph: whole, chart: view.value === 'chart' ? viewport.value : whole, callers: whole };
    box.value = undefined;
  };
  follow(wanted, narrowDown, (next) => batch(() => show(next)));
  const install = (tables: PanelTables, place: Place): void => {
    const functions = tables.header.functionNames.length;
    shown.value = undefined;
    recording.value = undefined;
    model.value = tables;
    focus.value = place.focus && isFocusOf(place.focus, functions) ? place.focus : undefined;
    query.value = place.query;
    viewports.value = place.viewports;
    selected.value = place.selected < functions ? place.selected : -1;
    selectedLine.value = -1;
    box.value = undefined;
    hover.value = undefined;
    highlighted.value = [];
    status.value = tables.header.quality.activeSamples === 0 ? emptyStatus : { kind: 'ready' };
  };
  let loading: { readonly model: PanelTables; readonly stop: () => void; readonly after: (() => void)[] } | undefined;
  /**
   * Takes the model over: its columns are not to be used afterwards. Replaces what is shown once it can be drawn.
   * `completion`: see `loadRecording`.
   */
  const showModel = (next: PanelModel, saved: SavedState | undefined, completion?: Completion): void => {
    const { tables, recording: columns } = splitModel(next);
    const place: Place = saved?.recording === fingerprint(next) ? saved.place : defaultPlace;
    const work = loadRecording(columns, tables.columns['functions.category'], view.value === 'chart', completion);
    loading?.stop();
    const after: (() => void)[] = [];
    const take = (loaded: Recording): void => {
      batch(() => {
        if (model.value !== tables) install(tables, place);
        recording.value = loaded;
      });
      for (const task of after.splice(0)) task();
    };
    const giveUp = (error: unknown): void => {
      if (!(error instanceof DamagedModelError)) throw error;
      loading = undefined;
      status.value = { kind: 'failed', message: error.message };
      for (const task of after.splice(0)) task();
    };
    let stop = (): void => undefined;
    loading = { model: tables, stop: () => stop(), after };
    stop = runInSlices(work, take, { isBlank: () => model.value === undefined, giveUp });
  };
  /** Does something with the recording that was received last, now or as soon as it is shown. */
  const whenShown = (task: () => void): void => {
    if (loading && loading.model !== model.value) loading.after.push(task);
    else task();
  };
  const setFocus = (next: Focus | undefined): void =>
    batch(() => {
      focus.value = next;
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
      isPictured,
    },
    ...{
      view,
      tree,
      shownFocus,
      isWhole,
      isBusy,
      cut,
      flame,
      times,
      searchIndex,
      matches,
      listed,
      found,
      activeTime,
      viewport,
      isReady,
    },
    ...{ setPreference, setViewport, showModel, whenShown, setFocus, save },
  };
}
export type Panel = ReturnType<typeof createPanel>;

const emptyStatus: Status = {
  kind: 'empty',
  message: 'Nothing ran on the CPU while this was recorded: there are no samples to draw.',
};

/** The part of a recording that is asked for, with its times. */
function* narrowDown(wanted: Wanted): Stages<Shown> {
  const { recording, options } = wanted;
  if (!options.focus && !options.hideDependencies) return { ...wanted, tree: recording.tree };
  const { ofNode, ...tree } = yield* narrowTree(recording.tree, options);
  // Of an outline nothing is known of the narrow frames: the host's times are nearer to the truth for the moment.
  const times = recording.isWhole ? { times: yield* addUpFunctions(tree, options.category) } : {};
  return { ...wanted, tree, ofNode, ...times };
}

function isFocusOf(focus: Focus, functions: number): boolean {
  const rows = focus.kind === 'path' ? focus.path : [focus.function];
  return rows.every((fn) => Number.isInteger(fn) && fn >= 0 && fn < functions);
}

/** How a function is called in the panel. */
export function nameOf(model: PanelTables, fn: Index): string {
  if (fn < 0 || model.columns['functions.category'][fn] === Category.root) return 'All active time';
  return functionLabel(model.header.functionNames[fn]);
}

/** What a box says: the name, and of functions without one also the file and line that tell them apart. */
export function boxLabelOf(model: PanelTables, fn: Index): string {
  const name = nameOf(model, fn);
  if (model.header.functionNames[fn] !== '') return name;
  return `${name} ${placeOf(model, fn).replace(/^.*[\\/]/, '')}`.trimEnd();
}

/** Where a function is defined, as shown: `src/app.ts:12`; empty when unknown. */
export function placeOf(model: PanelTables, fn: Index): string {
  const source = fn < 0 ? -1 : model.columns['functions.source'][fn];
  if (source < 0) return '';
  const line = model.columns['functions.line'][fn];
  const label = model.header.sourceLabels[source] ?? '';
  return line > 0 ? `${label}:${line}` : label;
}

/** Where a line of the line table is, as shown: `src/app.ts:12`. */
export function linePlaceOf(model: PanelTables, line: Index): string {
  const label = model.header.sourceLabels[model.columns['lines.source'][line]] ?? '';
  return `${label}:${model.columns['lines.line'][line]}`;
}
