import type { SampleTable } from '../../core/index.ts';
import { pickTable } from '../../panel/index.ts';
import type { RecordingColumns } from '../panel-tables.ts';
import { type MergedTree, release } from './merged-tree.ts';
import { mergeNodes } from './merger.ts';
import { prepareTree } from './prepare-tree.ts';
import { type Stages, STEP, type Steps } from './steps.ts';

/** Share of the whole below which a node is not expanded at first: half a pixel of a wide screen. */
const LEAST_SHARE = 1 / 4000;
/** Trees of up to this many nodes are merged in one go, which takes a few milliseconds. */
const AT_ONCE = 40_000;

/** The samples of all threads, one after the other; see `PanelLane`. */
export type JoinedSamples = Pick<SampleTable, 'node' | 'start'>;

/** Everything that was recorded, merged. */
export interface Recording {
  readonly tree: MergedTree;
  /** Samples on the nodes of `tree`; -1 for idle. Absent: not known yet. */
  readonly samples?: JoinedSamples;
  /** False for an outline: the same tree without what is below narrow nodes. */
  readonly isWhole: boolean;
}

/**
 * Merges a recording as it was received; of a big one, first an outline and a moment later the whole. The columns must
 * not be used afterwards, as their memory is freed on the way. `needsSamples`: the outline needs them too.
 */
export function* loadRecording(
  columns: RecordingColumns,
  category: Uint8Array,
  needsSamples: boolean,
): Stages<Recording> {
  const samples = pickTable(columns, 'samples');
  const input = yield* prepareTree(pickTable(columns, 'tree'), category);
  if (input.function.length > AT_ONCE) {
    const plan = { category, leastShare: LEAST_SHARE, mapsNodes: needsSamples };
    const { nodeMap, ...outline } = yield* mergeNodes(input, plan);
    const placed = needsSamples ? { samples: yield* place(samples, nodeMap) } : {};
    release(nodeMap);
    yield { tree: outline, ...placed, isWhole: false };
  }
  const { nodeMap, ...whole } = yield* mergeNodes(input, { category, mapsNodes: true });
  release(...Object.values(input));
  const placed = yield* place(samples, nodeMap);
  release(nodeMap, samples.node);
  return { tree: whole, samples: placed, isWhole: true };
}

/** The samples on the merged nodes that their own nodes became. */
function* place({ node, start }: JoinedSamples, nodeMap: Int32Array): Steps<JoinedSamples> {
  const placed = new Int32Array(node.length);
  for (let from = 0; from < node.length; from += STEP, yield) {
    for (let i = from, end = Math.min(node.length, from + STEP); i < end; i++) placed[i] = nodeMap[node[i]];
  }
  return { node: placed, start };
}
