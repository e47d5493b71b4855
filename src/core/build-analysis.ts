import type { Analysis } from './analysis.ts';
import { buildFunctions } from './build-functions.ts';
import { buildLines, giveTicks } from './build-lines.ts';
import { buildRequests } from './build-requests.ts';
import { buildQuality, type TimeQuality } from './build-quality.ts';
import { noticeLostFrames } from './doubt-frames.ts';
import type { Diagnostic } from '../recording/index.ts';
import type { Mapping } from './mapping.ts';
import { ProfileKernel } from './profile-kernel.ts';
import { lanesOf, type MergedProfile, type Profile } from './profile.ts';
import { noMoves, type SelfMoves } from './repair-inlining.ts';
import { sumSamples } from './sum-samples.ts';
import { sumTree } from './sum-tree.ts';
import { summarizeThread } from './summarize-thread.ts';

/** The share of active time without samples from which on a diagnostic says so. */
const NOTABLE_UNSAMPLED = 0.05;

/**
 * The whole answer of one thread, or of several together, from its profile and the original positions of what is in it.
 * `moves`: self time that a repair took from one node to another.
 */
export function buildAnalysis(
  title: string,
  profile: Profile | MergedProfile,
  mapping: Mapping,
  moves: SelfMoves = noMoves,
): Analysis {
  const { tree, ticks, recording } = profile;
  const lanes = lanesOf(profile);
  const functions = buildFunctions(profile.frames, mapping);
  const kernel = new ProfileKernel();
  const sampled = sumSamples(kernel, profile, lanes, functions, moves);
  giveTicks(kernel, ticks, tree.parent.length);
  const knowsBlocked = lanes.every(({ samples }) => samples.blocked !== undefined);
  const sums = sumTree(kernel, tree, functions, knowsBlocked);
  const { quality, ofLanes, effectiveSamples, longestGap } = buildQuality(profile, lanes, sampled);
  const { activeTime } = quality;
  const gaps = { time: quality.unsampledTime, longest: longestGap };
  const shown = { whole: activeTime, samples: effectiveSamples, gaps };
  const { lines, exactTime, lostFrameTime, callRow } = buildLines(kernel, { profile, mapping, functions, sums, shown });
  const { ofFrame: _, ...identities } = functions;
  const lostShare = activeTime > 0 ? lostFrameTime / activeTime : 0;
  const scriptTime = kernel.exports.timeInScripts(functions.name.length);
  return {
    title,
    sources: mapping.sources,
    functions: { ...identities, ...sums.functions },
    lines,
    callPairs: sums.callPairs,
    requests: buildRequests(tree, functions, sums.nodes, callRow, lines.line.length),
    tree: { parent: tree.parent, ...sums.nodes },
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
      ...noticeUnsampled(quality),
      ...noticeLostFrames(profile, lostShare),
      ...mapping.diagnostics,
    ],
  };
}

function noticeUnsampled({
  unsampledTime,
  unsampledWhileIdle,
  activeTime,
}: Pick<TimeQuality, 'unsampledTime' | 'unsampledWhileIdle' | 'activeTime'>): Diagnostic[] {
  if (!(unsampledTime > activeTime * NOTABLE_UNSAMPLED)) return [];
  const told = { severity: 'warning', silentUs: unsampledTime } as const;
  const areBursts = unsampledWhileIdle > unsampledTime / 2;
  return [areBursts ? { code: 'bursts-unsampled', ...told } : { code: 'sampler-starved', ...told }];
}
