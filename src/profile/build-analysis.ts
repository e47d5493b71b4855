import { type Analysis, Category } from './analysis.ts';
import { buildCalls } from './build-calls.ts';
import { buildFunctions } from './build-functions.ts';
import { buildLines } from './build-lines.ts';
import { buildQuality } from './build-quality.ts';
import { buildFunctionTimes } from './build-totals.ts';
import { orderDepthFirst } from './depth-first.ts';
import type { Mapping } from './mapping.ts';
import { measureTree } from './measure-tree.ts';
import type { Profile } from './profile.ts';
import type { SelfMoves } from './repair-inlining.ts';
import { sampleWeights } from './sample-weights.ts';

/**
 * The whole answer of one recording, from its profile and the original positions of what is in it. `moves`: self time
 * that a repair took from one node to another.
 */
export function buildAnalysis(title: string, profile: Profile, mapping: Mapping, moves?: SelfMoves): Analysis {
  const { tree, samples, recording } = profile;
  const functions = buildFunctions(profile.frames, mapping);
  const weights = sampleWeights(samples);
  const times = measureTree(tree, samples, weights, moves);
  const walk = orderDepthFirst(tree);
  const { effectiveSamples, ...quality } = buildQuality(profile, functions, weights);
  const { activeTime, gcTime } = quality;
  const { lines, exactTime } = buildLines({
    profile,
    mapping,
    functions,
    times,
    walk,
    weights,
    gcTime,
    activeTime,
    effectiveSamples,
  });
  const { ofFrame, ...identities } = functions;
  const functionOf = pick(ofFrame, tree.frame);
  const functionTimes = buildFunctionTimes(tree.parent, functionOf, walk, times, functions);
  const scriptTime = timeInScripts(functions.category, functionTimes.selfTime);
  return {
    title,
    sources: mapping.sources,
    functions: { ...identities, ...functionTimes },
    lines,
    calls: buildCalls(tree.parent, functionOf, walk, times, functions.name.length),
    tree: {
      frame: functionOf,
      parent: tree.parent,
      selfTime: times.selfTime,
      totalTime: times.totalTime,
      selfSamples: times.selfSamples,
    },
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

function pick(column: Int32Array, rows: Int32Array): Int32Array {
  const picked = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) picked[i] = column[rows[i]];
  return picked;
}
