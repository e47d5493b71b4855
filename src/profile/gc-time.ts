import { FrameKind, type Profile } from './profile.ts';

/**
 * Garbage collection by the node that ran just before it, in the weights' unit. An estimate: who ran last probably, but
 * not surely, filled the heap. Samplers tell collections without a stack.
 */
export function gcAfterNodes({ tree, frames, samples }: Profile, weights: Float64Array): Float64Array {
  const gc = new Float64Array(tree.frame.length);
  let before = -1;
  for (let i = 0; i < weights.length; i++) {
    const node = samples.node[i];
    const kind = frames.kind[tree.frame[node]];
    if (kind === FrameKind.gc) {
      if (before >= 0) gc[before] += weights[i];
    } else before = kind === FrameKind.script || kind === FrameKind.native ? node : -1;
  }
  return gc;
}
