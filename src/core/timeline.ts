import type { TimeRange } from './part.ts';
import { FrameKind, type Lane, type Profile } from './profile.ts';
import type { ThreadId } from './thread.ts';
import type { Microseconds } from './units.ts';

/** When were the threads of a whole recording active, whatever part of it is asked about? */
export interface Timeline {
  /** When the first sample of any thread began, on the axis of `SampleLane.offset`: zero of every `TimeRange`. */
  readonly zero: Microseconds;
  /** From there to the end of the last sample. */
  readonly duration: Microseconds;
  readonly threads: readonly ThreadActivity[];
}

export interface ThreadActivity extends TimeRange {
  readonly thread: ThreadId;
  /** Active time in equal parts of the whole timeline, as many for each thread. */
  readonly active: Float64Array;
}

/** The number of parts of a timeline: about the pixels of a panel. */
export const TIMELINE_PARTS = 600;

/** One thread with its samples, and when it began. */
type TimedThread = Pick<Lane, 'thread' | 'offset'> & { readonly profile: Pick<Profile, 'samples' | 'frames' | 'tree'> };

/** The timeline of all threads; undefined where none has a sample, or they have no times. */
export function buildTimeline(threads: readonly TimedThread[]): Timeline | undefined {
  const sampled = threads.filter(({ profile }) => profile.samples.node.length > 0);
  if (sampled.length === 0 || sampled.some(({ profile }) => profile.samples.isUntimed)) return undefined;
  const spans = sampled.map(({ offset, profile: { samples } }) => ({
    from: samples.start[0] + offset,
    to: samples.start[samples.node.length] + offset,
  }));
  const zero = Math.min(...spans.map(({ from }) => from));
  const duration = Math.max(...spans.map(({ to }) => to)) - zero;
  return {
    ...{ zero, duration },
    threads: sampled.map(({ thread, offset, profile }, i) => ({
      thread: thread.id,
      from: spans[i].from - zero,
      to: spans[i].to - zero,
      active: addActivity(profile, zero - offset, duration),
    })),
  };
}

/** A thread that has written nothing for so long writes no more, or has ended. In microseconds. */
const LONGEST_SILENCE = 10_000_000;

/** Up to when is a recording that is still written whole? Threads are behind each other, by as much as they write at a time. */
export function wholeUntil({ duration, threads }: Pick<Timeline, 'duration' | 'threads'>): Microseconds {
  return Math.min(...threads.map(({ to }) => to).filter((to) => to >= duration - LONGEST_SILENCE));
}

/** `zero`: the begin of the timeline in the samples' time. */
function addActivity({ samples, frames, tree }: TimedThread['profile'], zero: number, duration: number): Float64Array {
  const active = new Float64Array(TIMELINE_PARTS);
  const { node, start, cpu } = samples;
  const part = Math.max(1, duration) / TIMELINE_PARTS;
  for (let i = 0, first = 0; i < node.length; i++) {
    if (frames.kind[tree.frame[node[i]]] === FrameKind.idle) continue;
    const from = start[i] - zero;
    const to = start[i + 1] - zero;
    if (to <= from) continue;
    const weight = cpu === undefined ? 1 : cpu[i] / (to - from);
    while ((first + 1) * part <= from) first++;
    for (let at = first; at < TIMELINE_PARTS && at * part < to; at++)
      active[at] += weight * (Math.min(to, (at + 1) * part) - Math.max(from, at * part));
  }
  return active;
}
