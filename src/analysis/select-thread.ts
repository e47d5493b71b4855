import {
  buildTimeline,
  type ClockName,
  cutProfile,
  doubtFrames,
  doubtInlining,
  excludeOwnThreads,
  excludeRecorder,
  type MergedProfile,
  mergeProfiles,
  type Profile,
  type Profiles,
  repairInlining,
  tellCompiling,
  tellWasm,
  type ThreadId,
  threadOf,
  type ThreadProfile,
  type Timeline,
  type TimeRange,
  weighByWall,
} from '../core/index.ts';

/** What is to be analysed: one thread, or all on one tree. */
export type Subject = Pick<ThreadProfile, 'moves'> & { readonly profile: Profile | MergedProfile };

/** The threads of a recording, ready to be added up. */
export interface PreparedThreads {
  readonly threads: readonly ThreadProfile[];
  /** Of all of the recording; undefined where it has no samples. */
  readonly timeline: Timeline | undefined;
}

/** What is asked about. `time`: what is heat; `range`: in which part of the timeline. */
export interface Question {
  readonly time?: ClockName | undefined;
  readonly range?: TimeRange | undefined;
}

/** Each thread of the program, without what the recorder did in it, repaired, and with the time at which it began. */
export function prepareThreads(recorded: Profiles, { time = 'cpu', range }: Question = {}): PreparedThreads {
  const profiles = excludeOwnThreads(recorded);
  const starts = profiles.map(({ recording }) => recording.thread?.startUs);
  const known = starts.filter((start) => start !== undefined);
  const first = known.length > 0 ? Math.min(...known) : 0;
  const threads = profiles.map((profile, i) => {
    const read = tellWasm(tellCompiling(excludeRecorder(profile)));
    const weighed = time === 'wall' ? weighByWall(read) : read;
    return { thread: threadOf(profile.recording), offset: (starts[i] ?? first) - first, profile: weighed };
  });
  const timeline = buildTimeline(threads);
  return {
    threads: threads.map(({ thread, offset, profile }): ThreadProfile => {
      const zero = (timeline?.zero ?? 0) - offset;
      const part = range ? cutProfile(profile, { from: range.from + zero, to: range.to + zero }) : profile;
      const { profile: repaired, moves } = repairInlining(doubtInlining(withoutPositions(part)));
      return { thread, offset, profile: doubtFrames(repaired), moves };
    }),
    timeline,
  };
}

/** Positions of single samples only serve to cut them, and are not handed on. */
function withoutPositions(profile: Profile): Profile {
  const { position: _, ...samples } = profile.samples;
  return { ...profile, samples };
}

/** One thread, or all of them; undefined where none with that number was recorded. */
export function selectThread(threads: readonly ThreadProfile[], id: ThreadId | undefined): Subject | undefined {
  if (id !== undefined) return threads.find(({ thread }) => thread.id === id);
  return threads.length === 1 ? threads[0] : mergeProfiles(threads);
}
