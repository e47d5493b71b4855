import type { ThreadIndex } from '../recording/index.ts';
import type { TimeQuality } from './build-quality.ts';
import { groupBy } from './group-rows.ts';
import type { ThreadProfile } from './merge-profiles.ts';
import { FrameKind, type Lane } from './profile.ts';
import { weightOf } from './sample-weights.ts';
import type { ThreadSummary } from './thread.ts';

/** A recorded thread with its summed times. */
export function summarizeThread(
  { thread: { id, parent, kind, name, pid }, recording }: Pick<Lane, 'thread' | 'recording'>,
  { activeTime, samples }: Pick<TimeQuality, 'activeTime' | 'samples'>,
): ThreadSummary {
  const { sampler, thread, cpuTime = thread?.cpuUs } = recording;
  return { id, parent, kind, name, pid, isRecorded: true, sampler, activeTime, cpuTime, samples };
}

/** The same for a thread that is not part of an analysis, from its samples. */
export function summarizeProfile({ thread, profile }: Pick<ThreadProfile, 'thread' | 'profile'>): ThreadSummary {
  const { tree, frames, recording } = profile;
  const { node } = profile.samples;
  let activeTime = 0;
  let samples = 0;
  for (let i = 0; i < node.length; i++) {
    const kind = frames.kind[tree.frame[node[i]]];
    if (kind === FrameKind.leftOut) continue;
    samples++;
    if (kind !== FrameKind.idle) activeTime += weightOf(profile.samples, i);
  }
  return summarizeThread({ thread, recording }, { activeTime, samples });
}

/**
 * All threads of a recording in its own order, including those that were not recorded. Workers of one process that share a
 * name, as in a pool, are numbered in that order.
 */
export function listThreads(recorded: readonly ThreadSummary[], index: ThreadIndex | undefined): ThreadSummary[] {
  if (index === undefined) return numberAlike(recorded);
  const unlisted = recorded.filter(({ id }) => !index.threads.some((thread) => thread.id === id));
  return numberAlike([
    ...index.threads.map(({ id, parent, kind, name, pid, reason, cpuUs }): ThreadSummary => {
      const known = recorded.find((thread) => thread.id === id);
      if (known) return { ...known, cpuTime: cpuUs ?? known.cpuTime };
      return { id, parent, kind, name, pid, isRecorded: false, reason, cpuTime: cpuUs, samples: 0 };
    }),
    ...unlisted,
  ]);
}

/** Other processes are told apart by their ids. */
function numberAlike(threads: readonly ThreadSummary[]): ThreadSummary[] {
  const keyOf = ({ pid, name }: ThreadSummary): string => `${pid} ${name}`;
  const workers = groupBy(
    threads.filter(({ kind }) => kind === 'worker'),
    keyOf,
  );
  return threads.map((thread) => {
    const alike = thread.kind === 'worker' ? (workers.get(keyOf(thread)) ?? []) : [];
    return alike.length > 1 ? { ...thread, name: `${thread.name} ${alike.indexOf(thread) + 1}` } : thread;
  });
}
