import type { TimeQuality } from './build-quality.ts';
import { FrameKind, type Lane } from './profile.ts';
import type { ThreadProfile } from './merge-profiles.ts';
import type { ThreadSummary } from './thread.ts';

/** A recorded thread with its times, as they were added up. */
export function summarizeThread(
  { thread, recording }: Pick<Lane, 'thread' | 'recording'>,
  { activeTime, samples }: Pick<TimeQuality, 'activeTime' | 'samples'>,
): ThreadSummary {
  const { sampler, cpuTime } = recording;
  return { ...thread, isRecorded: true, sampler, activeTime, cpuTime, samples };
}

/** The same of a thread that is no part of an analysis, from its samples. */
export function summarizeProfile({ thread, profile }: Pick<ThreadProfile, 'thread' | 'profile'>): ThreadSummary {
  const { tree, frames, recording } = profile;
  const { node, start, cpu } = profile.samples;
  let activeTime = 0;
  let samples = 0;
  for (let i = 0; i < node.length; i++) {
    const kind = frames.kind[tree.frame[node[i]]];
    if (kind !== FrameKind.unsampled) samples++;
    if (kind === FrameKind.idle || kind === FrameKind.unsampled) continue;
    activeTime += cpu === undefined ? start[i + 1] - start[i] : cpu[i];
  }
  return summarizeThread({ thread, recording }, { activeTime, samples });
}
