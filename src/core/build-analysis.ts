import type { Analysis } from './analysis.ts';
import { buildFunctions } from './build-functions.ts';
import { buildLines, giveTicks } from './build-lines.ts';
import { buildQuality, type TimeQuality } from './build-quality.ts';
import { noticeLostFrames } from './doubt-frames.ts';
import type { Diagnostic } from '../recording/index.ts';
import type { Mapping } from './mapping.ts';
import { ProfileKernel } from './profile-kernel.ts';
import type { Profile } from './profile.ts';
import { noMoves, type SelfMoves } from './repair-inlining.ts';
import { sumSamples } from './sum-samples.ts';
import { sumTree } from './sum-tree.ts';

/** The share of active time without samples from which on a diagnostic says so. */
const NOTABLE_UNSAMPLED = 0.05;

/**
 * The whole answer of one recording, from its profile and the original positions of what is in it. `moves`: self time
 * that a repair took from one node to another.
 */
export function buildAnalysis(title: string, profile: Profile, mapping: Mapping, moves: SelfMoves = noMoves): Analysis {
  const { tree, samples, ticks, recording } = profile;
  const functions = buildFunctions(profile.frames, mapping);
  const kernel = new ProfileKernel();
  const sampled = sumSamples(kernel, profile, functions, moves);
  giveTicks(kernel, ticks, tree.parent.length);
  const sums = sumTree(kernel, tree, functions, samples.blocked !== undefined);
  const { effectiveSamples, longestGap, ...quality } = buildQuality(profile, sampled);
  const { activeTime } = quality;
  const shown = { whole: activeTime, samples: effectiveSamples, longestGap };
  const { lines, exactTime, lostFrameTime } = buildLines(kernel, { profile, mapping, functions, sums, shown });
  const { ofFrame: _, ...identities } = functions;
  const { frame: functionOfNode, ...nodeTimes } = sums.nodes;
  const lostShare = activeTime > 0 ? lostFrameTime / activeTime : 0;
  const scriptTime = kernel.exports.timeInScripts(functions.name.length);
  return {
    title,
    sources: mapping.sources,
    functions: { ...identities, ...sums.functions },
    lines,
    callPairs: sums.callPairs,
    tree: { function: functionOfNode, parent: tree.parent, ...nodeTimes },
    samples,
    facts: recording,
    quality: { ...quality, exactShare: scriptTime > 0 ? exactTime / scriptTime : 0 },
    diagnostics: [
      ...recording.diagnostics,
      ...noticeUnsampled(quality),
      ...noticeLostFrames(profile, lostShare),
      ...mapping.diagnostics,
    ],
  };
}

function noticeUnsampled({
  unsampledTime,
  activeTime,
}: Pick<TimeQuality, 'unsampledTime' | 'activeTime'>): Diagnostic[] {
  if (!(unsampledTime > activeTime * NOTABLE_UNSAMPLED)) return [];
  return [{ code: 'sampler-starved', severity: 'warning', silentUs: unsampledTime }];
}
