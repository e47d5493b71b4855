import { type Profile, TickRepair } from './profile.ts';
import { blamesInlinedCodeWrongly } from './repair-inlining.ts';
import type { FrameIndex } from './units.ts';

/**
 * Older V8s report the line of code that was inlined from another file under the function into which it was inlined. Where that
 * line happens to be one of the caller's own, nothing tells the two apart. But a function is sampled for itself before it is
 * inlined. So a line is estimated if one of a file's functions called a function of another file that had samples on a line of
 * that number.
 */
export function doubtForeignLines(profile: Profile): Profile {
  const { recording, ticks } = profile;
  const { sampler, v8Version } = recording;
  if (sampler !== 'inspector' || v8Version === undefined || !blamesInlinedCodeWrongly(v8Version)) return profile;
  const foreign = linesOfForeignCallees(profile);
  if (foreign.size === 0) return profile;
  const { tree, positions } = profile;
  const repair = ticks.repair?.slice() ?? new Uint8Array(ticks.node.length);
  ticks.node.forEach((node, tick) => {
    const at = ticks.position[tick];
    const isForeign = at >= 0 && foreign.get(tree.frame[node])?.has(positions.line[at]) === true;
    if (isForeign && repair[tick] === TickRepair.none) repair[tick] = TickRepair.moved;
  });
  return { ...profile, ticks: { ...ticks, repair } };
}

/** By function: the lines on which functions of other files that it called were sampled. */
function linesOfForeignCallees({ ticks, tree, frames, positions }: Profile): Map<FrameIndex, Set<number>> {
  const lines = new Map<FrameIndex, Set<number>>();
  const scriptOf = (frame: FrameIndex): number =>
    frames.position[frame] < 0 ? -1 : positions.script[frames.position[frame]];
  ticks.node.forEach((node, tick) => {
    const at = ticks.position[tick];
    const parent = tree.parent[node];
    if (at < 0 || parent < 0) return;
    const caller = tree.frame[parent];
    const script = scriptOf(caller);
    if (script < 0 || script === positions.script[at]) return;
    const known = lines.get(caller) ?? new Set();
    lines.set(caller, known.add(positions.line[at]));
  });
  return lines;
}
