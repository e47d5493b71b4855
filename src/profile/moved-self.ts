import type { SelfMoves } from './repair-inlining.ts';
import type { NodeSelf } from './sum-tree.ts';

/** The nodes' self times after `moves` between them. */
export function movedSelf({ selfTime, selfSamples }: NodeSelf, moves?: SelfMoves): NodeSelf {
  if (moves === undefined || moves.from.length === 0) return { selfTime, selfSamples };
  const time = selfTime.slice();
  const samples = selfSamples.slice();
  for (let i = 0; i < moves.from.length; i++) {
    const from = moves.from[i];
    const to = moves.to[i];
    time[from] = Math.max(0, time[from] - moves.time[i]);
    time[to] += moves.time[i];
    const moved = Math.min(samples[from], moves.samples[i]);
    samples[from] -= moved;
    samples[to] += moved;
  }
  return { selfTime: time, selfSamples: samples };
}
