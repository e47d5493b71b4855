import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readThreads } from '../readers/read-threads.ts';
import type { ReadV8LogOptions } from '../readers/v8-log/read.ts';
import {
  type Analysis,
  buildAnalysis,
  type ClockName,
  type CancelSignal,
  findUnrecorded,
  listThreads,
  type Profile,
  type Profiles,
  summarizeProfile,
  type ThreadId,
  type ThreadProfile,
} from '../core/index.ts';
import { createPositionMapper, type MapCache } from '../source-maps/index.ts';
import { findEvalTime } from './eval-diagnostic.ts';
import { UnreadableRecordingError } from './errors.ts';
import { explainOutOfMemory, explainUnreadable } from './explain-unreadable.ts';
import { prepareThreads, selectThread } from './select-thread.ts';

/** How far the work has come: `reading` 0–1, then `mapping`, then `aggregating`. */
export interface AnalysisProgress {
  readonly stage: 'reading' | 'mapping' | 'aggregating';
  /** Part of the stage that is done, 0–1. */
  readonly share: number;
}

/** How a recording is analysed. */
export interface AnalyzeOptions {
  readonly signal?: CancelSignal;
  readonly onProgress?: (progress: AnalysisProgress) => void;
  /** What is heat: time on a CPU where the recording tells it (`cpu`, the default), or blocked time too (`wall`). */
  readonly time?: ClockName;
  /** What analyses before this one found out about source maps; made with `createMapCache`. */
  readonly cache?: MapCache;
  /** The thread that is asked about; all of them together where absent. */
  readonly thread?: ThreadId;
  /** Gives the first thread's samples where they were read while the program ran; undefined otherwise. */
  readonly readAhead?: (reading: ReadV8LogOptions) => Promise<Profile | undefined>;
}

/** What a recording on disk says, in original lines. Throws `UnreadableRecordingError`. */
export async function analyze(recording: string, options: AnalyzeOptions = {}): Promise<Analysis> {
  try {
    return await analyzeRecording(recording, options);
  } catch (error) {
    throw explainOutOfMemory(recording, error);
  }
}

async function analyzeRecording(recording: string, options: AnalyzeOptions): Promise<Analysis> {
  const { signal, onProgress } = options;
  const threads = prepareThreads(await readRecording(recording, options), options.time);
  const subject = selectThread(threads, options.thread);
  if (subject === undefined) throw noSuchThread(recording, threads, options.thread);
  onProgress?.({ stage: 'mapping', share: 0 });
  const mapper = createPositionMapper({
    recordingDirectory: dirname(recording),
    // Where the program ran is known of Heatline's own recordings only.
    folders: [...new Set(threads.map(({ profile }) => profile.recording.cwd))].filter((cwd) => cwd !== undefined),
    ...(options.cache && { cache: options.cache }),
  });
  const mapping = await mapper.map(subject.profile, signal);
  onProgress?.({ stage: 'aggregating', share: 0 });
  const built = buildAnalysis(titleOf(recording, threads), subject.profile, mapping, subject.moves);
  const analysis = { ...built, ...describeThreads(built, threads, options.thread) };
  const finding = findEvalTime(analysis);
  return finding === undefined ? analysis : { ...analysis, diagnostics: [...analysis.diagnostics, finding] };
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

async function readRecording(recording: string, { signal, onProgress, readAhead }: AnalyzeOptions): Promise<Profiles> {
  const reading = { signal, onProgress: (share: number) => onProgress?.({ stage: 'reading', share }) };
  try {
    const ahead = await readAhead?.(reading);
    if (!ahead) await refuseSpecialFile(recording);
    return await readThreads(recording, reading, ahead);
  } catch (error) {
    throw explainUnreadable(recording, error);
  }
}

/** Opening a pipe would wait for its writer, and a device may never end. A folder has a sentence of its own. */
export async function refuseSpecialFile(recording: string): Promise<void> {
  const found = await stat(recording);
  if (found.isFile() || found.isDirectory()) return;
  throw new UnreadableRecordingError(
    recording,
    `${recording} is a pipe or a device. Name a file that holds a recording.`,
  );
}

function titleOf(recording: string, [{ profile }]: readonly ThreadProfile[]): string {
  return profile.recording.program ? basename(profile.recording.program) : basename(recording);
}

function noSuchThread(
  recording: string,
  threads: readonly ThreadProfile[],
  id: ThreadId | undefined,
): UnreadableRecordingError {
  const has = threads.map(({ thread }) => `${thread.id} (${thread.name})`).join(', ');
  return new UnreadableRecordingError(
    recording,
    `${recording} has no samples of a thread ${id}. It has those of ${has}.`,
  );
}
