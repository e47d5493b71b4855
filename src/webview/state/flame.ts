import { computed, type ReadonlySignal } from '@preact/signals';
import { buildChartFlame } from '../model/chart-flame.ts';
import type { Flame } from '../model/flame.ts';
import { invertTree } from '../model/invert-tree.ts';
import { buildMergedFlame } from '../model/merged-flame.ts';
import type { View } from './preferences.ts';
import type { ShownTreeState } from './shown-tree.ts';
import { computedInSlices } from './signals.ts';

/** What is drawn: the shown tree as flame graph, flame chart, or callers. The last two are made when they are looked at. */
export function createFlame(view: ReadonlySignal<View>, { shown, tree, shownFocus, isWhole }: ShownTreeState) {
  const graph = computed(() => tree.value && buildMergedFlame(tree.value));
  const inverted = computedInSlices(
    computed(() =>
      view.value === 'callers' && tree.value && isWhole.value
        ? { tree: tree.value, rootIsFrame: shownFocus.value !== undefined }
        : undefined,
    ),
    (input) => invertTree(input.tree, input.rootIsFrame),
  );
  const callers = computed(() => inverted.value && buildMergedFlame(inverted.value.tree));
  const chart = computed(() => {
    const { samples } = shown.value?.recording ?? {};
    if (!shown.value || !samples) return undefined;
    return buildChartFlame({ ...shown.value, samples, topDepth: shownFocus.value ? 0 : 1 });
  });
  return {
    flame: computed<Flame | undefined>(() => ({ graph, chart, callers })[view.value].value),
    /** What the callers view leaves out. */
    cut: computed(() => inverted.value?.cut),
  };
}
