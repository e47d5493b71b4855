import type { SelfMoves } from './repair-inlining.ts';
import type { CallTree, SampleTable } from './profile.ts';

/** Self and total of each node of a call tree. Times in microseconds of the weights' clock. */
export interface NodeTimes {
  readonly selfTime: Float64Array;
  readonly totalTime: Float64Array;
  readonly selfSamples: Uint32Array;
  readonly totalSamples: Uint32Array;
}

/** How much time and how many samples had each node on top (after `moves`), and how much at it or below. */
export function measureTree(tree: CallTree, samples: SampleTable, weights: Float64Array, moves?: SelfMoves): NodeTimes {
  const count = tree.frame.length;
  const selfTime = new Float64Array(count);
  const selfSamples = new Uint32Array(count);
  for (let i = 0; i < weights.length; i++) {
    selfTime[samples.node[i]] += weights[i];
    selfSamples[samples.node[i]]++;
  }
  moves?.from.forEach((from, i) => {
    selfTime[from] = Math.max(0, selfTime[from] - moves.time[i]);
    selfTime[moves.to[i]] += moves.time[i];
    const moved = Math.min(selfSamples[from], moves.samples[i]);
    selfSamples[from] -= moved;
    selfSamples[moves.to[i]] += moved;
  });
  const { parent } = tree;
  const totalTime = selfTime.slice();
  const totalSamples = selfSamples.slice();
  for (let node = count - 1; node > 0; node--) {
    totalTime[parent[node]] += totalTime[node];
    totalSamples[parent[node]] += totalSamples[node];
  }
  return { selfTime, totalTime, selfSamples, totalSamples };
}
