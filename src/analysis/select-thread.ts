import {
  buildTimeline,
  cutProfile,
  doubtForeignLines,
  doubtFrames,
  doubtInlining,
  excludeOwnThreads,
  excludeRecorder,
  findMarkedSpans,
  joinRanges,
  loadedAt,
  type MarkChoice,
  type MarkedSpan,
  type MarkedTime,
  type MergedProfile,
  mergeProfiles,
  type Profile,
  type Profiles,
  type RecordingPart,
  repairInlining,
  tellCompiling,
  tellStandIns,
  tellWasm,
  type ThreadId,
  threadOf,
  type ThreadProfile,
  type Timeline,
  wholeUntil,
  withBlockedTime,
} from '../core/index.ts';
import type { AnalyzeOptions } from './analyze.ts';
import { SPAWN_STAND_IN } from '../recording/index.ts';

/** Which part of the timeline is asked about, and what counts as heat there. */
type Question = Pick<AnalyzeOptions, 'range' | 'marks' | 'time' | 'isGrowing'>;

/** The threads of a recording, ready to be added up. */
export interface PreparedThreads {
  readonly threads: readonly ThreadProfile[];
  /** Of all of the recording; undefined where it has no samples. */
  readonly timeline: Timeline | undefined;
  /** The range that was asked for, cut short where a recording that is still being written ends before it. */
  readonly range: RecordingPart['range'];
  /** Undefined where the program marked nothing. */
  readonly marked: MarkedTime | undefined;
}

/**
 * Each thread of the program, without what the recorder did in it, repaired, and with the time at which it began. Uses up what was
 * recorded.
 */
export function prepareThreads(recorded: Profiles, question: Question): PreparedThreads {
  const { time = 'cpu', marks } = question;
  const profiles = excludeOwnThreads(recorded);
  const starts = profiles.map(({ recording }) => recording.thread?.startUs);
  const known = starts.filter((start) => start !== undefined);
  const first = known.length > 0 ? Math.min(...known) : 0;
  const loaded = profiles.map((profile) => loadedAt(recorded, profile));
  const threads = profiles.map((profile, i) => {
    const read = tellWasm(tellCompiling(tellStandIns(excludeRecorder(profile, loaded[i]), SPAWN_STAND_IN)));
    const weighed = time === 'wall' ? withBlockedTime(read) : read;
    return { thread: threadOf(profile.recording), offset: (starts[i] ?? first) - first, profile: weighed };
  });
  const timeline = buildTimeline(threads);
  const range = rangeOf(question, timeline);
  const facts = profiles.map(({ recording }) => recording);
  const spans = timeline && known.length > 0 ? findMarkedSpans(facts, first, timeline) : [];
  const marked = spans.length === 0 ? undefined : selectMarks(spans, range ? 'ignored' : marks);
  const ranges = range ? [range] : marked?.shown;
  return {
    threads: threads.map(({ thread, offset, profile }): ThreadProfile => {
      const zero = (timeline?.zero ?? 0) - offset;
      const part = ranges
        ? cutProfile(
            profile,
            ranges.map(({ from, to }) => ({ from: from + zero, to: to + zero })),
            !range && profile.recording.marks !== undefined,
          )
        : profile;
      return { thread, offset, profile: doubt(withoutPositions(part)) };
    }),
    ...{ timeline, range, marked },
  };
}

/** Tells which samples are not surely where the sampler has them. */
const doubt = (profile: Profile): Profile => doubtFrames(doubtForeignLines(repairInlining(doubtInlining(profile))));

function rangeOf({ range, isGrowing }: Question, timeline: Timeline | undefined): RecordingPart['range'] {
  if (!isGrowing || !timeline) return range;
  const from = range?.from ?? 0;
  return { from, to: Math.max(from, wholeUntil(timeline)) };
}

/** Spans without any length, or outside of what was sampled, do not limit anything. */
function selectMarks(spans: readonly MarkedSpan[], choice: MarkChoice | undefined): MarkedTime {
  if (choice === 'ignored') return { spans };
  const shown = joinRanges(typeof choice === 'object' ? spans.filter(({ name }) => name === choice.name) : spans);
  return shown.length > 0 ? { spans, shown } : { spans };
}

/** Positions of single samples only serve to cut them, and are not handed on. */
function withoutPositions(profile: Profile): Profile {
  const { position: _, ...samples } = profile.samples;
  return { ...profile, samples };
}

/** One thread, or all of them; undefined where none with that number was recorded. */
export function selectThread(threads: readonly ThreadProfile[], id: ThreadId | undefined): MergedProfile | undefined {
  const chosen = id === undefined ? threads : threads.filter(({ thread }) => thread.id === id);
  return chosen.length === 0 ? undefined : mergeProfiles(chosen);
}
