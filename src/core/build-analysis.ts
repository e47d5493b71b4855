import type { Analysis } from './analysis.ts';
import { buildFunctions } from './build-functions.ts';
import { buildLines, giveTicks } from './build-lines.ts';
import { buildRequests } from './build-requests.ts';
import { buildQuality, type TimeQuality } from './build-quality.ts';
import { noticeLostFrames } from './doubt-frames.ts';
import type { Diagnostic } from '../recording/index.ts';
import type { Mapping } from './mapping.ts';
import { ProfileKernel } from './profile-kernel.ts';
import type { MergedProfile } from './profile.ts';
import { sumTiers } from './sum-tiers.ts';
import { sumSamples } from './sum-samples.ts';
import { sumTree } from './sum-tree.ts';
import { summarizeThread } from './summarize-thread.ts';

/** An analysis with the profile and the mapping that it was made of: these know the lines of every single stack. */
export interface MappedAnalysis {
  readonly analysis: Analysis;
  readonly profile: MergedProfile;
  readonly mapping: Mapping;
}

/** The part of all samples that were lost from which on a diagnostic says so. */
const NOTABLE_LOSS = 0.05;

/** Builds the answer for one thread, or for several together, from a profile and its original positions. */
export function buildAnalysis(title: string, profile: MergedProfile, mapping: Mapping): Analysis {
  const { tree, ticks, recording, lanes } = profile;
  const functions = buildFunctions(profile.frames, mapping, tree);
  const kernel = new ProfileKernel();
  const sampled = sumSamples(kernel, profile, lanes, functions);
  giveTicks(kernel, ticks, tree.parent.length);
  const knowsBlocked = lanes.every(({ samples }) => samples.blocked !== undefined);
  const sums = sumTree(kernel, tree, functions, knowsBlocked);
  const { quality, ofLanes, effectiveSamples } = buildQuality(lanes, sampled);
  const { activeTime } = quality;
  const shown = { whole: activeTime, samples: effectiveSamples };
  const built = buildLines(kernel, { profile, mapping, functions, sums, shown });
  const { lines, exactTime, lostFrameTime, callRow, gcTime } = built;
  const { ofFrame: _, ...identities } = functions;
  const code = sumTiers(profile, functions);
  const lostShare = activeTime > 0 ? lostFrameTime / activeTime : 0;
  const scriptTime = kernel.exports.timeInScripts(functions.name.length);
  return {
    title,
    sources: mapping.sources,
    functions: { ...identities, ...sums.functions, ...(code && { code }), ...(gcTime && { gcTime }) },
    lines,
    callPairs: sums.callPairs,
    collections: profile.collections?.count.reduce((sum, count) => sum + count, 0),
    requests: buildRequests(tree, functions, sums.nodes, callRow, lines.line.length),
    tree: { parent: tree.parent, ...(callRow && { callLine: callRow }), ...sums.nodes },
    lanes: lanes.map(({ thread, samples, offset }) => ({ thread: thread.id, samples, offset })),
    threads: lanes.map((lane, i) => summarizeThread(lane, ofLanes[i])),
    facts: recording,
    quality: {
      ...quality,
      exactShare: scriptTime > 0 ? exactTime / scriptTime : 0,
      lostFrameShare: lostShare,
    },
    diagnostics: [
      ...recording.diagnostics,
      ...noticeLoss(quality),
      ...noticeLostFrames(profile, lostShare),
      ...mapping.diagnostics,
    ],
  };
}

function noticeLoss({ lostSamples: lost = 0, activeSamples }: TimeQuality): Diagnostic[] {
  const isNotable = lost > (lost + activeSamples) * NOTABLE_LOSS;
  return isNotable ? [{ code: 'samples-lost', severity: 'warning', lost, taken: activeSamples }] : [];
}
