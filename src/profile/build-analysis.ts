import { type Analysis, Category } from './analysis.ts';
import { buildFunctions } from './build-functions.ts';
import { buildLines } from './build-lines.ts';
import { buildQuality } from './build-quality.ts';
import type { Mapping } from './mapping.ts';
import { movedSelf } from './moved-self.ts';
import type { Profile } from './profile.ts';
import type { SelfMoves } from './repair-inlining.ts';
import { sumSamples } from './sum-samples.ts';
import { sumTree } from './sum-tree.ts';

/**
 * The whole answer of one recording, from its profile and the original positions of what is in it. `moves`: self time
 * that a repair took from one node to another.
 */
export function buildAnalysis(title: string, profile: Profile, mapping: Mapping, moves?: SelfMoves): Analysis {
  const { tree, samples, recording } = profile;
  const functions = buildFunctions(profile.frames, mapping);
  const sums = sumSamples(profile, functions);
  const self = movedSelf(sums, moves);
  const totals = sumTree(tree, self, functions);
  const { effectiveSamples, ...quality } = buildQuality(profile, functions, sums);
  const { activeTime, gcTime } = quality;
  const { lines, exactTime } = buildLines({
    profile,
    mapping,
    functions,
    self,
    totals,
    gcAfter: gcTime > 0 ? sums.gcAfter : undefined,
    activeTime,
    effectiveSamples,
  });
  const { ofFrame: _, ...identities } = functions;
  const scriptTime = timeInScripts(functions.category, totals.functions.selfTime);
  return {
    title,
    sources: mapping.sources,
    functions: { ...identities, ...totals.functions },
    lines,
    calls: totals.calls,
    tree: { frame: totals.functionOf, parent: tree.parent, totalTime: totals.totalTime, ...self },
    samples,
    facts: recording,
    quality: { ...quality, exactShare: scriptTime > 0 ? exactTime / scriptTime : 0 },
    diagnostics: [...recording.diagnostics, ...mapping.diagnostics],
  };
}

/** Self time of all functions that have lines, whether or not the lines are known. */
function timeInScripts(category: Uint8Array, selfTime: Float64Array): number {
  return selfTime.reduce((sum, time, row) => (category[row] <= Category.node ? sum + time : sum), 0);
}
