import { computed, type ReadonlySignal } from '@preact/signals';
import { Category } from '../../core/index.ts';
import { buildChartFlame } from '../model/chart-flame.ts';
import type { Flame } from '../model/flame.ts';
import { invertTree } from '../model/invert-tree.ts';
import type { MergedIndex, MergedTree } from '../model/merged-tree.ts';
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
    if (shownFocus.value) return buildChartFlame({ ...shown.value, samples, topDepth: 0 });
    const collector = findCollector(shown.value.tree, shown.value.options.category);
    return buildChartFlame({ ...shown.value, samples, topDepth: 1, collector });
  });
  return {
    flame: computed<Flame | undefined>(() => ({ graph, chart, callers })[view.value].value),
    /** What the callers view leaves out. */
    cut: computed(() => inverted.value?.cut),
  };
}

/** The garbage collector's node below the root, if it has no callees; -1 otherwise. */
function findCollector({ function: functions, firstChild }: MergedTree, category: Uint8Array): MergedIndex {
  for (let node = firstChild[0]; node < firstChild[1]; node++) {
    const isCollector = functions[node] >= 0 && category[functions[node]] === Category.gc;
    if (isCollector && firstChild[node] === firstChild[node + 1]) return node;
  }
  return -1;
}
