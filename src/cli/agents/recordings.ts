import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside, readSource } from '../../analysis/read-source.ts';
import { type Analysis, attempt, type Source } from '../../core/index.ts';
import { analyzeApart } from '../analyze-apart.ts';
import { CliError } from '../cli-error.ts';
import { readKeptText } from '../kept-texts.ts';
import { filesOf, isFolder, loadMean, runsIn } from '../recorded-sides.ts';
import { sourceLines, type ReportView } from '../report-view.ts';
import type { CallControl } from './protocol.ts';

/** Where an agent may read and run. */
export interface AgentScope {
  /** Absolute path of the folder that programs run in, and of which files are read. */
  readonly root: string;
  /** Absolute paths of further folders with recordings. */
  readonly folders: readonly string[];
}

/** One call of a tool. */
export interface AgentCall extends AgentScope, CallControl {
  /** Does something when all that was asked for before is done: programs that run side by side would disturb each other's times. */
  readonly inTurn: <Result>(act: () => Promise<Result>) => Promise<Result>;
}

const isRecording = (name: string): boolean => /\.(cpuprofile|v8log|calls\.json|pprof|pb(\.gz)?)$/.test(name);

const homeOf = (root: string): string => join(root, '.heatline');

/** Where a recording is that an agent names: by its id, or by a path inside the folders. Throws a `CliError`. */
export function findRecording(name: string, { root, folders }: AgentScope): string {
  const place = [homeOf(root), root, ...folders]
    .map((folder) => resolve(folder, name))
    .find((path) => existsSync(path));
  if (place === undefined || name === '')
    throw new CliError(`There is no recording "${name}". list_recordings tells which there are.`);
  const allowed = [root, ...folders];
  const isAllowed = (file: string): boolean => allowed.some((folder) => isInside(folder, file));
  // A folder may hold links.
  const outside = isAllowed(place) ? filesOf(place).find((file) => !isAllowed(file)) : place;
  if (outside === undefined) return place;
  throw new CliError(
    `${outside} is outside of ${root}. Only recordings in that folder are read; whoever starts the server can allow others by --recordings FOLDER.`,
  );
}

/** What a recording says, or the mean of the runs in a folder. Throws `CliError` and `UnreadableRecordingError`. */
export async function loadAnalysis(name: string, call: AgentCall): Promise<Analysis> {
  const place = findRecording(name, call);
  if (place.endsWith('.calls.json'))
    throw new CliError(`${name} holds counted calls, no times: profile_program makes recordings with times.`);
  return loadMean(place, readingOf(call), analyzeApart);
}

/**
 * How recordings are read, until the call is cancelled: their files are looked for in the folder alone, and no map elsewhere shows
 * the texts that it carries.
 */
export const readingOf = ({ root, signal }: AgentCall) =>
  ({ time: 'cpu', places: { moves: [], folders: [root], within: root }, signal }) as const;

/**
 * Lines of sources as they were profiled. A recording names its sources, so files outside of the folder, which may hold
 * secrets, are not read.
 */
export function linesFor(recordings: readonly string[], scope: AgentScope): ReportView['lineOf'] {
  const kept = recordings.map((name) => findRecording(name, scope)).flatMap((place) => [place, dirname(place)]);
  const read = (source: Source): string | undefined =>
    isInside(scope.root, source.path) ? readSource(source) : source.content;
  return sourceLines((source) => readKeptText(kept, source) ?? read(source));
}

/** A recording that there is. `runs`: how many recordings a folder holds, 0 for a single one. */
export interface FoundRecording {
  readonly id: string;
  readonly runs: number;
  readonly madeAt: Date;
}

/** All recordings of the folders, the newest first. */
export function listRecordings({ root, folders }: AgentScope): FoundRecording[] {
  const found = [homeOf(root), ...folders].flatMap((folder) =>
    (attempt(() => readdirSync(folder)) ?? []).flatMap((name): FoundRecording | [] => {
      const place = join(folder, name);
      const runs = attempt(() => runsIn(place).length) ?? 0;
      const isMine = runs > 0 || (isRecording(name) && !isFolder(place));
      const stats = statSync(place, { throwIfNoEntry: false });
      if (name.startsWith('.') || !isMine || !stats) return [];
      return { id: folder === homeOf(root) ? basename(place) : place, runs, madeAt: stats.mtime };
    }),
  );
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
