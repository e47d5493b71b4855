import {
  type ClockName,
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
  weighByWall,
} from '../core/index.ts';

/** What is to be analysed: one thread, or all on one tree. */
export type Subject = Pick<ThreadProfile, 'moves'> & { readonly profile: Profile | MergedProfile };

/** Each thread of the program, without what the recorder did in it, repaired, and with the time at which it began. `time`: what is heat. */
export function prepareThreads(recorded: Profiles, time: ClockName = 'cpu'): readonly ThreadProfile[] {
  const profiles = excludeOwnThreads(recorded);
  const starts = profiles.map(({ recording }) => recording.thread?.startUs);
  const known = starts.filter((start) => start !== undefined);
  const first = known.length > 0 ? Math.min(...known) : 0;
  return profiles.map((profile, i): ThreadProfile => {
    const read = tellWasm(tellCompiling(excludeRecorder(profile)));
    const weighed = time === 'wall' ? weighByWall(read) : read;
    const { profile: repaired, moves } = repairInlining(doubtInlining(weighed));
    return {
      thread: threadOf(profile.recording),
      offset: (starts[i] ?? first) - first,
      profile: doubtFrames(repaired),
      moves,
    };
  });
}

/** One thread, or all of them; undefined where none with that number was recorded. */
export function selectThread(threads: readonly ThreadProfile[], id: ThreadId | undefined): Subject | undefined {
  if (id !== undefined) return threads.find(({ thread }) => thread.id === id);
  return threads.length === 1 ? threads[0] : mergeProfiles(threads);
}
