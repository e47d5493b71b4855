import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readCallPath } from '../readers/call-path.ts';
import { readCauses } from '../readers/causes-file.ts';
import { readThreads } from '../readers/read-threads.ts';
import type { ReadV8LogOptions } from '../readers/v8-log/read.ts';
import {
  type Analysis,
  buildAnalysis,
  explain,
  findUnrecorded,
  lengthOf,
  listThreads,
  type MarkChoice,
  type MappedAnalysis,
  type MarkedTime,
  type Microseconds,
  type Profile,
  type Profiles,
  labelText,
  type RecordingPart,
  summarizeProfile,
  type ThreadId,
  type ThreadProfile,
  type Timeline,
  type TimeRange,
  timeOfStarts,
  type ValueName,
} from '../core/index.ts';
import { mapPositions, type MapCache, type Places } from '../source-maps/index.ts';
import { movePath } from '../urls/index.ts';
import { EmptyRangeError, explainOutOfMemory, explainUnreadable, UnreadableRecordingError } from './errors.ts';
import { findElsewhere, findEvalTime, weighUnknownTexts } from './findings.ts';
import { type PreparedThreads, prepareThreads, selectThread } from './select-thread.ts';
import type { Causes, Diagnostic } from '../recording/index.ts';

/** How far the work has come: `reading` 0–1, then `mapping`, then `aggregating`. */
export interface AnalysisProgress {
  readonly stage: 'reading' | 'mapping' | 'aggregating';
  /** Part of the stage that is done, 0–1. */
  readonly share: number;
}

/** How a recording is analysed. */
export interface AnalyzeOptions extends RecordingPart {
  readonly onProgress?: (progress: AnalysisProgress) => void;
  /** What is heat: time on a CPU where the recording tells it (`cpu`, the default), or blocked time too (`wall`). */
  readonly time?: ValueName;
  /** It is still written: what is asked about ends where all of its threads have written what they sampled. */
  readonly isGrowing?: boolean;
  /** Where to find files that are not where the recording says. */
  readonly places?: Places;
  /** What analyses before this one found out about source maps; made with `createMapCache`. */
  readonly cache?: MapCache;
  /** It is a run with timed calls, whose order is asked about. Such a run is never heat, so nobody gets it without asking. */
  readonly ofCalls?: boolean | undefined;
  /** The causes to explain it by; without them, those that are kept beside the recording. */
  readonly causes?: Causes;
  /** Gives the first thread's samples where they were read while the program ran; undefined otherwise. */
  readonly readAhead?: (reading: ReadV8LogOptions) => Promise<Profile | undefined>;
}

/** What a recording on disk says, in original lines. Throws `UnreadableRecordingError`. */
export const analyze = async (recording: string, options: AnalyzeOptions = {}): Promise<Analysis> =>
  (await analyzeStacks(recording, options)).analysis;

/** The same, with the profile and the mapping that it was made of: these know the lines of every single stack. */
export const analyzeStacks = (recording: string, options: AnalyzeOptions = {}): Promise<MappedAnalysis> =>
  analyzeRecording(recording, options).catch((error: unknown) => {
    throw explainOutOfMemory(recording, error);
  });

async function analyzeRecording(recording: string, options: AnalyzeOptions): Promise<MappedAnalysis> {
  const { onProgress } = options;
  const prepared = await readPrepared(recording, options);
  const { threads, timeline, marked } = prepared;
  const range = prepared.range && checkRange(recording, prepared.range, timeline);
  checkMarks(recording, options.marks, marked);
  const profile = selectThread(threads, options.thread);
  if (profile === undefined) throw noSuchThread(recording, threads, options.thread);
  onProgress?.({ stage: 'mapping', share: 0 });
  // Where the program ran is known of Heatline's own recordings only.
  const places = placesOf(
    recording,
    threads.flatMap((one) => one.profile.recording.cwd ?? []),
    options.places,
  );
  const mapping = mapPositions(profile, { ...places, cache: options.cache });
  onProgress?.({ stage: 'aggregating', share: 0 });
  const program = threads[0].profile.recording.program || recording;
  const title = [basename(program), ...(options.labels?.map(labelText) ?? [])].join(' ');
  const built = moveFolder(buildAnalysis(title, profile, mapping), places);
  const whole = { ...built, ...describeThreads(built, threads, options.thread), timeline };
  const { marks, value } = options;
  const labels = options.labels?.length ? options.labels : undefined;
  const analysis = { ...ofPart(whole, range, marked), marks, value, labels };
  const findings = [
    findElsewhere(analysis, places),
    findEvalTime(analysis),
    noticeStarts(analysis),
    noticeEmptyMarks(analysis),
  ].filter((finding) => finding !== undefined);
  const causes = options.causes ?? (await readCauses(recording, analysis.facts.startedAt));
  const explained = causes && explain({ analysis, profile, mapping }, causes);
  return {
    analysis: {
      ...analysis,
      diagnostics: [...weighUnknownTexts(analysis), ...findings],
      ...(explained && { explained }),
    },
    profile,
    mapping,
  };
}

/** A function of its own, so that nothing holds on to what was read. */
const readPrepared = async (recording: string, options: AnalyzeOptions): Promise<PreparedThreads> =>
  prepareThreads(await readRecording(recording, options), options);

/** Where else a recording's files may be. `cwds`: the folders in which its programs ran. */
export function placesOf(
  recording: string,
  cwds: readonly string[],
  { folders = [], moves = [], within }: Partial<Places> = {},
) {
  const beside = dirname(recording);
  const home = basename(beside) === HOME ? [dirname(beside)] : [beside];
  return {
    moves,
    within,
    folders: [...new Set([...home, ...cwds.map((cwd) => movePath(cwd, moves) ?? cwd), ...folders])],
  };
}

/** The folder in which recordings are kept in that of their program. */
const HOME = '.heatline';

/** Paths are compared and shown relative to where the program ran. */
function moveFolder<Built extends Pick<Analysis, 'facts'>>(built: Built, { moves = [] }: Places): Built {
  const { cwd } = built.facts;
  const moved = cwd === undefined ? undefined : movePath(cwd, moves);
  return moved === undefined ? built : { ...built, facts: { ...built.facts, cwd: moved } };
}

/** What the recording tells of all its threads, whether they are part of the analysis or not. */
function describeThreads(
  built: Pick<Analysis, 'threads'>,
  recorded: readonly ThreadProfile[],
  thread: ThreadId | undefined,
): Pick<Analysis, 'threads' | 'thread' | 'unrecorded'> {
  const index = recorded[0].profile.recording.threads;
  const threads = listThreads(thread === undefined ? built.threads : recorded.map(summarizeProfile), index);
  return { threads, thread, unrecorded: findUnrecorded(threads, index) };
}

/** What is known of all of a recording only, its CPU times above all, is unknown of a part of its time. */
function ofPart(analysis: Analysis, range: TimeRange | undefined, marked: MarkedTime | undefined): Analysis {
  const ranges = range ? [range] : marked?.shown;
  const told = marked ? { ...analysis, marked } : analysis;
  if (!ranges) return told;
  const { unrecorded: _, threads, quality, facts, ...rest } = told;
  const duration = lengthOf(ranges);
  return {
    ...rest,
    ...(range && { range }),
    threads: threads.map((thread) => ({ ...thread, cpuTime: undefined })),
    facts: { ...facts, duration },
    quality: { ...quality, duration },
  };
}

/** Throws where spans were asked for that the program did not mark. */
function checkMarks(recording: string, choice: MarkChoice | undefined, marked: MarkedTime | undefined): void {
  if (typeof choice !== 'object' || marked?.spans.some(({ name }) => name === choice.name)) return;
  const names = [...new Set(marked?.spans.map(({ name }) => `"${name}"`))];
  const has = names.length === 0 ? 'Its program marked nothing.' : `It has those of ${names.join(', ')}.`;
  throw new UnreadableRecordingError(`${recording} has no marks of the name "${choice.name}". ${has}`);
}

/** Less of the CPU time of all threads is not worth a word, nor is less time, in microseconds. */
const NOTABLE_STARTS = 0.1;
const LEAST_NOTABLE = 100_000;

/** Of a part of the time, and where one thread was chosen, nobody asked for it. */
function noticeStarts({ threads, thread }: Analysis): Diagnostic | undefined {
  const { time, threads: started } = timeOfStarts(threads);
  const share = time / threads.reduce((sum, { cpuTime = NaN }) => sum + cpuTime, 0);
  if (thread !== undefined || time < LEAST_NOTABLE || !(share >= NOTABLE_STARTS)) return undefined;
  return { code: 'threads-started', severity: 'info', share, cpuUs: time, threads: started };
}

function noticeEmptyMarks({ marks, marked, range }: Analysis): Diagnostic | undefined {
  const isEmpty = marked && !marked.shown && !range && marks !== 'ignored';
  return isEmpty ? { code: 'marks-empty', severity: 'warning' } : undefined;
}

/** The range within the recording. Throws where it lies outside. */
function checkRange(recording: string, { from, to }: TimeRange, timeline: Timeline | undefined): TimeRange {
  if (timeline === undefined) {
    const message = `${recording} does not tell when its samples were taken, so no part of its time can be shown.`;
    throw new UnreadableRecordingError(message);
  }
  const { duration } = timeline;
  const range = { from: Math.max(0, from), to: Math.min(duration, to) };
  if (range.from < range.to) return range;
  throw new EmptyRangeError(
    `${recording} has no samples in that range: they span ${formatSeconds(duration)} seconds from its start.`,
  );
}

const formatSeconds = (time: Microseconds): string => (time / 1e6).toFixed(3);

async function readRecording(
  recording: string,
  { onProgress, readAhead, value, time, labels, ofCalls }: AnalyzeOptions,
): Promise<Profiles> {
  const reading = {
    value,
    time,
    labels,
    onProgress: (share: number) => onProgress?.({ stage: 'reading', share }),
  };
  try {
    const ahead = await readAhead?.(reading);
    if (!ahead) await refuseSpecialFile(recording);
    if (ofCalls) return await readCallPath(recording);
    return await readThreads(recording, reading, ahead);
  } catch (error) {
    throw explainUnreadable(recording, error);
  }
}

/** Opening a pipe would wait for its writer, and a device may never end. A folder has a sentence of its own. */
export async function refuseSpecialFile(recording: string): Promise<void> {
  const found = await stat(recording);
  if (found.isFile() || found.isDirectory()) return;
  throw new UnreadableRecordingError(`${recording} is a pipe or a device. Name a file that holds a recording.`);
}

function noSuchThread(
  recording: string,
  threads: readonly ThreadProfile[],
  id: ThreadId | undefined,
): UnreadableRecordingError {
  const has = threads.map(({ thread }) => `${thread.id} (${thread.name})`).join(', ');
  return new UnreadableRecordingError(`${recording} has no samples of a thread ${id}. It has those of ${has}.`);
}
