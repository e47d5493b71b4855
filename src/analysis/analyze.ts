import { open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readCpuprofile } from '../readers/cpuprofile/read.ts';
import { readV8Log, type ReadV8LogOptions } from '../readers/v8-log/read.ts';
import {
  type Analysis,
  buildAnalysis,
  type ClockName,
  type CancelSignal,
  doubtFrames,
  doubtInlining,
  excludeRecorder,
  type Profile,
  repairInlining,
  tellCompiling,
  weighByWall,
} from '../core/index.ts';
import { createPositionMapper, type MapCache } from '../source-maps/index.ts';
import { findEvalTime } from './eval-diagnostic.ts';
import { UnreadableRecordingError } from './errors.ts';
import { explainOutOfMemory, explainUnreadable } from './explain-unreadable.ts';

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
  /** Gives the recording's samples where they were read while the program ran; undefined otherwise. */
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
  const read = tellCompiling(excludeRecorder(await readRecording(recording, options)));
  const recorded = options.time === 'wall' ? weighByWall(read) : read;
  const { profile: repaired, moves } = repairInlining(doubtInlining(recorded));
  const profile = doubtFrames(repaired);
  onProgress?.({ stage: 'mapping', share: 0 });
  const { cwd } = profile.recording;
  const mapper = createPositionMapper({
    recordingDirectory: dirname(recording),
    // Where the program ran is known of Heatline's own recordings only.
    ...(cwd !== undefined && { folders: [cwd] }),
    ...(options.cache && { cache: options.cache }),
  });
  const mapping = await mapper.map(profile, signal);
  onProgress?.({ stage: 'aggregating', share: 0 });
  const analysis = buildAnalysis(titleOf(recording, profile), profile, mapping, moves);
  const finding = findEvalTime(analysis);
  return finding === undefined ? analysis : { ...analysis, diagnostics: [...analysis.diagnostics, finding] };
}

async function readRecording(recording: string, { signal, onProgress, readAhead }: AnalyzeOptions): Promise<Profile> {
  const reading = { signal, onProgress: (share: number) => onProgress?.({ stage: 'reading', share }) };
  try {
    const ahead = await readAhead?.(reading);
    if (ahead) return ahead;
    await refuseSpecialFile(recording);
    return (await isV8Log(recording)) ? await readV8Log(recording, reading) : await readCpuprofile(recording, reading);
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

/** V8 logs begin with their version line; the file's name does not matter. */
async function isV8Log(recording: string): Promise<boolean> {
  const file = await open(recording, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(11), 0, 11, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'v8-version,';
  } finally {
    await file.close();
  }
}

function titleOf(recording: string, profile: Profile): string {
  return profile.recording.program ? basename(profile.recording.program) : basename(recording);
}
