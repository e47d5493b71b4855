import { readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { analyze, type AnalyzeOptions } from '../analysis/analyze.ts';
import { readSource } from '../analysis/read-source.ts';
import { findThreadFiles } from '../readers/thread-files.ts';
import { readUnfinishedNote } from '../readers/unfinished/read-unfinished.ts';
import { type ComparableRun, findMixture, meanOfRuns, type TextOf } from '../compare/index.ts';
import type { Analysis } from '../core/index.ts';
import { describeRefusal } from '../present/comparisons.ts';
import { plainSpaces } from '../present/quantities.ts';
import { CliError } from './cli-error.ts';
import { readKeptText } from './kept-texts.ts';

/** The recordings of one side, analysed. */
export interface RecordedSide {
  readonly runs: readonly ComparableRun[];
  readonly title: string;
  readonly textOf: TextOf;
}

/** Analyses recordings, one after the other: each may be large. Throws `CliError` and `UnreadableRecordingError`. */
export async function loadSide(
  names: readonly string[],
  options: RunsOptions,
  analyzeOne?: AnalyzeOne,
): Promise<RecordedSide> {
  const files: string[] = [];
  for (const name of names) files.push(...(await listRuns(name)));
  const analyses = await analyzeAll(files, options, analyzeOne);
  const folders = [...new Set(files.map(dirname))];
  return {
    runs: analyses,
    title: analyses[0].title,
    textOf: (source) => readKeptText(folders, source) ?? readSource(source),
  };
}

/** How recordings are read. */
export type RunsOptions = Pick<AnalyzeOptions, 'time' | 'marks' | 'places'> & { readonly signal?: AbortSignal };
type AnalyzeOne = (file: string, options: RunsOptions) => Promise<Analysis>;

/**
 * Analyses recordings one after the other. Samples and trees, which may be large, are those of the first alone in all:
 * nobody asks for the others.
 */
export async function analyzeAll(files: readonly string[], options: RunsOptions, analyzeOne: AnalyzeOne = analyze) {
  const analyses: Analysis[] = [];
  for (const file of files) {
    const analysis = await analyzeOne(file, options);
    const { lanes, tree, callPairs } = analyses.at(0) ?? analysis;
    analyses.push({ ...analysis, lanes, tree, callPairs });
  }
  return analyses;
}

/** The mean of the recordings that a name stands for. Throws a `CliError` where they may not be averaged. */
export async function loadMean(name: string, options: RunsOptions, analyzeOne?: AnalyzeOne): Promise<Analysis> {
  const runs = await analyzeAll(await listRuns(name), options, analyzeOne);
  const refusal = findMixture(runs, 'together');
  if (refusal) throw new CliError(plainSpaces(describeRefusal(refusal)));
  return meanOfRuns(runs);
}

/**
 * Whether a folder is one recording: one that is not finished, or what `--cpu-prof-dir` left of one run. Throws `CliError` where
 * it left several runs of several threads.
 */
export async function isOneRecording(folder: string): Promise<boolean> {
  if (await readUnfinishedNote(folder)) return true;
  const runs = await findThreadFiles(folder);
  if (runs === undefined || runs.every((files) => files.length === 1)) return false;
  if (runs.length === 1) return true;
  throw new CliError(
    `${folder} holds ${runs.length} runs with profiles of several threads or processes each; put each run into a folder of its own.`,
  );
}

/** The recordings that a name stands for: itself, or those in the folder, in order of their names. Absolute paths. */
export async function listRuns(name: string): Promise<string[]> {
  const place = resolve(name);
  if (!isFolder(place) || (await isOneRecording(place))) return [place];
  const runs = runsIn(place);
  if (runs.length === 0) {
    throw new CliError(
      `${name} has no recordings (.cpuprofile or .v8log); record some by heatline run --runs 5 --output ${name}.`,
    );
  }
  return runs.map((file) => join(place, file));
}

/** Names of the recordings in a folder that can be compared, in their order. Throws where it cannot be read. */
export function runsIn(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((file) => /\.(cpuprofile|v8log)$/.test(file) && !file.startsWith('.'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  // A V8 log may have a CPU profile beside it, made from it for other tools.
  return files.filter((file) => !files.includes(file.replace(/\.cpuprofile$/, '.v8log')) || file.endsWith('.v8log'));
}

/** A file itself, or all that is in a folder. Absolute paths. */
export function filesOf(name: string): string[] {
  const place = resolve(name);
  return isFolder(place) ? readdirSync(place).map((file) => join(place, file)) : [place];
}

/** Whether a path is that of a folder that exists. */
export const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
