import {
  capSamples,
  DEFAULT_INTERVAL,
  FrameKind,
  type Microseconds,
  type NodeIndex,
  type SampleTable,
} from '../core/index.ts';
import { cutOutStops } from './cpuprofile/cut-out-stops.ts';
import type { CpuCurve } from './cpu-curve.ts';
import { withMeanwhile } from './meanwhile.ts';
import type { ThreadState } from './sample-states.ts';
import { useBetween } from './sample-use.ts';

/** What has to be known of the nodes of samples to weigh these. */
export interface WeighedNodes {
  kindOf(node: NodeIndex): FrameKind;
  /** A node below the root for idle time, or for time without samples. Asked for where there is such time. */
  idleNode(): NodeIndex;
  unsampledNode(): NodeIndex;
}

/** How samples are weighed. */
export interface Weighing {
  /** Undefined: by wall time. */
  readonly curve: CpuCurve | undefined;
  readonly requestedInterval: Microseconds | undefined;
}

/** Samples of these last as long as the file says. */
const keptKinds: ReadonlySet<FrameKind> = new Set([FrameKind.idle, FrameKind.gc, FrameKind.unsampled, FrameKind.root]);

/**
 * The samples (`node` and `start` alone) with what the thread did in each: stops by a signal are idle time, the CPU clock
 * tells computing from being blocked, and none stands for more than three intervals.
 */
export function weighSamples(samples: SampleTable, nodes: WeighedNodes, weighing: Weighing): SampleTable {
  const { curve, requestedInterval } = weighing;
  const { node, start } = cutOutStops(samples, curve, nodes);
  const stateOf = (i: number): ThreadState => (nodes.kindOf(node[i]) === FrameKind.idle ? 'idle' : 'other');
  const use = curve && useBetween(curve, start, stateOf, requestedInterval ?? DEFAULT_INTERVAL);
  return capSamples(
    use
      ? withMeanwhile({ node, start }, use, { idle: () => nodes.idleNode(), unsampled: () => nodes.unsampledNode() })
      : { node, start },
    {
      unsampledRow: () => nodes.unsampledNode(),
      isKept: (row) => keptKinds.has(nodes.kindOf(row)),
      requestedInterval,
    },
  );
}
