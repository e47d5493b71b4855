import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { pickTable } from '../../panel/index.ts';
import { addUpFunctions, type FunctionTimes } from '../model/function-times.ts';
import type { Recording } from '../model/load-recording.ts';
import type { Focus, MergedTree, MergeOptions } from '../model/merged-tree.ts';
import { narrowTree } from '../model/narrow-tree.ts';
import type { Stages } from '../model/steps.ts';
import type { RecordingState } from './recording.ts';
import { effectInSlices, readOnly, setter } from './signals.ts';

/** A recording, or the part of it that is asked for. */
interface Wanted {
  readonly recording: Recording;
  readonly options: MergeOptions;
}

/** What the flame graph is drawn from. */
export interface ShownTree extends Wanted {
  readonly tree: MergedTree;
  /** See `ChartInput`. */
  readonly nodeMap?: Int32Array;
  /** Of a part, counted here; of a whole recording the host has counted them. */
  readonly times?: FunctionTimes;
}

/**
 * Owns the focus, and the tree that follows from the recording, the focus and the folding of dependencies. A tree may
 * take a while: the one before stays until it is there. `refocused` is called in the batch in which another focus is
 * shown.
 */
export function createShownTree(
  { tables, merged }: RecordingState,
  hideDependencies: ReadonlySignal<boolean>,
  refocused: () => void,
) {
  const focus = signal<Focus | undefined>(undefined);
  const shown = signal<ShownTree | undefined>(undefined);
  const wanted = computed(() => {
    const category = tables.value?.columns['functions.category'];
    if (!merged.value || !category) return undefined;
    const options = { category, hideDependencies: hideDependencies.value, focus: focus.value };
    return { recording: merged.value, options } satisfies Wanted;
  });
  effectInSlices(wanted, narrowDown, (next) =>
    batch(() => {
      const before = shown.value;
      shown.value = next;
      if (before && next && before.options.focus !== next.options.focus) refocused();
    }),
  );
  const times = computed<FunctionTimes | undefined>(() => {
    const { columns } = tables.value ?? {};
    return columns && shown.value && (shown.value.times ?? pickTable(columns, 'functions'));
  });
  /** False while a big recording is shown without its narrowest frames, for a moment. */
  const isWhole = computed(() => shown.value?.recording.isWhole ?? false);
  return {
    /** The focus that the user wants; what is shown may lag behind. */
    focus: readOnly(focus),
    /** The focus of what is shown. */
    shownFocus: computed(() => shown.value?.options.focus),
    shown: readOnly(shown),
    tree: computed(() => shown.value?.tree),
    /** Self and total time of each function in what is shown. */
    times,
    isWhole,
    /** Whether something better than what is shown is on its way. */
    isBusy: computed(() => !isWhole.value || shown.value?.options !== wanted.value?.options),
    /** The denominator of every share. */
    activeTime: computed(() => tables.value?.header.quality.activeTime || shown.value?.tree.totalTime[0] || 0),
    setFocus: setter(focus),
    /** Forgets the recording before. A focus on functions that the new one does not have is dropped. */
    reset: (next: Focus | undefined, functions: number): void => {
      shown.value = undefined;
      focus.value = next && isFocusOf(next, functions) ? next : undefined;
    },
  };
}
export type ShownTreeState = ReturnType<typeof createShownTree>;

function* narrowDown(wanted: Wanted): Stages<ShownTree> {
  const { recording, options } = wanted;
  if (!options.focus && !options.hideDependencies) return { ...wanted, tree: recording.tree };
  const { nodeMap, ...tree } = yield* narrowTree(recording.tree, options);
  // An outline lacks the narrow frames: until they are there, the host's times are nearer to the truth.
  const times = recording.isWhole ? { times: yield* addUpFunctions(tree, options.category) } : {};
  return { ...wanted, tree, nodeMap, ...times };
}

function isFocusOf(focus: Focus, functions: number): boolean {
  const rows = focus.kind === 'path' ? focus.path : [focus.function];
  return rows.every((fn) => Number.isInteger(fn) && fn >= 0 && fn < functions);
}
