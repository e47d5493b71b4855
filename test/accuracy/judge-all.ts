import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Report, ResultTable } from '../docs/results.ts';
import { type NodeMajor, nodeMajors } from '../support/nodes.ts';
import { unpackTruth } from './corpus.ts';
import { buildGoalsReport } from './goals.ts';
import { judgeFunctions } from './judge.ts';
import { knownShares } from './known-answer.ts';
import { writeLedger } from './ledger.ts';
import { type Judged, type JudgedLines, judgeRun } from './parts.ts';
import { readRun } from './record.ts';
import { buildProgramsTable, isTight } from './report.ts';
import { AUTO, folderOf, type Run, runsOf } from './runs.ts';
import { buildBurstsTable, buildThreadsTable, buildWaitsTable } from './times-report.ts';

/** Judges runs whose folders are below `root`. */
export async function judgeRuns(runs: readonly Run[], root: string): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const run of runs) judged.push(await judgeRun(run, await readRun(path.join(root, folderOf(run)))));
  return judged;
}

/** What is said of the recorded truth. */
export interface TruthVerdict {
  readonly judged: readonly Judged[];
  /** What is said of a program's functions where its log is cut off in the middle of a line, as by a full disk. */
  readonly cut: readonly JudgedLines[];
  /** When and on what it was recorded. */
  readonly measured: string;
}

/** Judges the recorded truth of all Nodes; it is unpacked into an empty folder. */
export async function judgeTruth(folder: string, majors: readonly NodeMajor[] = nodeMajors): Promise<TruthVerdict> {
  const judged: Judged[] = [];
  const cut: JudgedLines[] = [];
  let measured = '';
  for (const major of majors) {
    measured = await unpackTruth(major, folder);
    judged.push(...(await judgeRuns(runsOf(major), folder)));
    cut.push(await judgeCutLog(major, folder));
  }
  return { judged, cut, measured };
}

/** A program whose parts run in turns has the same shares in every part of its log. */
const IN_TURNS = 'cross-file/plain';
const KEPT = 0.6;

/** What stands at the end of a log is needed for lines: without it functions are known. */
async function judgeCutLog(major: NodeMajor, root: string): Promise<JudgedLines> {
  const run: Run = { part: 'programs', name: IN_TURNS, major, reading: AUTO, isBusy: false };
  const { recording, phases } = await readRun(path.join(root, folderOf(run)));
  const bytes = await readFile(recording);
  const file = path.join(root, `cut-${major}${path.extname(recording)}`);
  await writeFile(file, bytes.subarray(0, KEPT * bytes.length));
  const known = await knownShares(IN_TURNS, phases);
  const byFunction = judgeFunctions(await analyze(file), known);
  return { ...run, part: 'programs', verdicts: [], byFunction };
}

/** All that is held fast, as text: a line for each run. */
export const ledgerOf = ({ judged, cut }: TruthVerdict): string =>
  `${writeLedger(judged)}\nLogs that end in the middle of a line:\n${writeLedger(cut)}`;

/** The tables of README.md and docs/, by name. */
export function reportsOf(judged: readonly Judged[]): Readonly<Record<string, Report>> {
  const known = judged.filter((one) => 'verdicts' in one).filter((one) => !isTight(one));
  return {
    // Nothing of lines that no sampler on some processors can tell apart.
    goals: buildGoalsReport(
      known,
      judged.filter((one) => one.part === 'kinds'),
    ),
    accuracy: asReport(buildProgramsTable(known.filter(({ part }) => part === 'programs'))),
    threads: asReport(buildThreadsTable(judged.filter((one) => one.part === 'threads'))),
    bursts: asReport(buildBurstsTable(judged.filter((one) => one.part === 'bursts'))),
    waits: asReport(buildWaitsTable(judged.filter((one) => one.part === 'waits'))),
  };
}

const asReport = (table: ResultTable): Report => ({ summary: [], tables: [table] });
