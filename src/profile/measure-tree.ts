import { type DepthFirst, orderDepthFirst } from './depth-first.ts';
import type { CallTree } from './profile.ts';
import type { SelfMoves } from './repair-inlining.ts';
import type { SampleSums } from './sum-samples.ts';

/** Self and total of each node of a call tree. Times in microseconds of the recording's clock. */
export interface NodeTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

/** The measures of a call tree, and a way through it. */
export interface TreeMeasures {
  readonly times: NodeTimes;
  readonly walk: DepthFirst;
}

/** How much time and how many samples had each node on top (after `moves`), and how much at it or below. */
export function measureTree({ parent }: CallTree, sums: SampleSums, moves?: SelfMoves): TreeMeasures {
  const { selfTime, selfSamples } = moves === undefined || moves.from.length === 0 ? sums : movedSelf(sums, moves);
  const totalTime = selfTime.slice();
  const totalSamples = selfSamples.slice();
  const size = new Int32Array(parent.length);
  for (let node = parent.length - 1; node > 0; node--) {
    const above = parent[node];
    totalTime[above] += totalTime[node];
    totalSamples[above] += totalSamples[node];
    size[above] += ++size[node];
  }
  if (size.length > 0) size[0]++;
  return { times: { selfTime, totalTime, selfSamples, totalSamples }, walk: orderDepthFirst(parent, size) };
}

function movedSelf(sums: SampleSums, moves: SelfMoves): Pick<SampleSums, 'selfTime' | 'selfSamples'> {
  const selfTime = sums.selfTime.slice();
  const selfSamples = sums.selfSamples.slice();
  for (let i = 0; i < moves.from.length; i++) {
    const from = moves.from[i];
    const to = moves.to[i];
    selfTime[from] = Math.max(0, selfTime[from] - moves.time[i]);
    selfTime[to] += moves.time[i];
    const moved = Math.min(selfSamples[from], moves.samples[i]);
    selfSamples[from] -= moved;
    selfSamples[to] += moved;
  }
  return { selfTime, selfSamples };
}
