import { computed, type ReadonlySignal } from '@preact/signals';
import { Category } from '../../core/index.ts';
import type { PanelHeader, PanelLane } from '../../panel/index.ts';
import { Chart } from '../model/chart.ts';
import { buildChartFlame } from '../model/chart-flame.ts';
import type { Flame } from '../model/flame.ts';
import { invertTree } from '../model/invert-tree.ts';
import type { JoinedSamples } from '../model/load-recording.ts';
import type { MergedIndex, MergedTree } from '../model/merged-tree.ts';
import { buildMergedFlame } from '../model/merged-flame.ts';
import type { PanelTables } from '../panel-tables.ts';
import type { LanesState } from './lanes.ts';
import type { View } from './preferences.ts';
import { axisRange } from './saved-state.ts';
import type { ShownTree, ShownTreeState } from './shown-tree.ts';
import { computedInSlices } from './signals.ts';

/** What is drawn: the shown tree as flame graph, flame chart, or callers. The last two are made when they are looked at. */
export function createFlame(
  view: ReadonlySignal<View>,
  tables: ReadonlySignal<PanelTables | undefined>,
  lanes: LanesState,
  { shown, tree, shownFocus, isWhole }: ShownTreeState,
) {
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
  const charts = computed(() => {
    const header = tables.value?.header;
    const { samples } = shown.value?.recording ?? {};
    return header && samples && shown.value ? buildCharts(shown.value, samples, header) : undefined;
  });
  const chart = computed(() => {
    if (!charts.value) return undefined;
    const { tree, lanes: shownLanes, extent, axisStart } = charts.value;
    return { ...buildChartFlame(tree, shownLanes, extent, lanes.isOpen(shownLanes)), axisStart };
  });
  return {
    flame: computed<Flame | undefined>(() => ({ graph, chart, callers })[view.value].value),
    /** What the callers view leaves out. */
    cut: computed(() => inverted.value?.cut),
  };
}

/** The charts of the threads, on one axis; `axisStart`: see `Flame`. */
function buildCharts(shown: ShownTree, samples: JoinedSamples, header: PanelHeader) {
  const { lanes, timeline } = header;
  const range = axisRange(header);
  const { tree, nodeMap, options } = shown;
  const isOne = lanes.length === 1;
  // In focus the collector is no part of the tree, and the root is a function.
  const collector = options.focus ? -1 : findCollector(tree, options.category);
  const parts = splitSamples(samples, lanes);
  const first = Math.min(
    ...parts.flatMap((part, i) => (part.node.length > 0 ? [part.start[0] + lanes[i].offset] : [])),
  );
  const zero = range && timeline ? timeline.zero + range.from : first;
  const charts = parts.map((part, i) => ({
    thread: lanes[i].thread,
    chart: new Chart({
      ...{ tree, nodeMap, collector, samples: part },
      origin: zero - lanes[i].offset,
      // Of one thread the root tells nothing; of several it is the heading.
      topDepth: isOne && !options.focus ? 1 : 0,
    }),
  }));
  const extent = range ? range.to - range.from : Math.max(0, ...charts.map(({ chart }) => chart.end));
  const axisStart = timeline && Number.isFinite(zero) ? zero - timeline.zero : 0;
  return { tree, lanes: charts, extent, axisStart };
}

function splitSamples({ node, start }: JoinedSamples, lanes: readonly PanelLane[]): JoinedSamples[] {
  let at = 0;
  return lanes.map(({ samples }, lane) => {
    const from = at;
    at += samples;
    return { node: node.subarray(from, at), start: start.subarray(from + lane, at + lane + 1) };
  });
}

/** The garbage collector's node below the root, if it has no callees; -1 otherwise. */
function findCollector({ function: functions, firstChild }: MergedTree, category: Uint8Array): MergedIndex {
  for (let node = firstChild[0]; node < firstChild[1]; node++) {
    const isCollector = functions[node] >= 0 && category[functions[node]] === Category.gc;
    if (isCollector && firstChild[node] === firstChild[node + 1]) return node;
  }
  return -1;
}
