import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { type Analysis, shareThreads } from '../../src/core/index.ts';
import { readMarks } from './marked-lines.ts';
import type { RecordedRun } from './record.ts';

// Programs with a few marked lines that measure them by their threads' own clocks. Errors are in percentage points.

/** What is said of a thread that works in bursts of three parts (`bursts/main.cjs`). */
export async function judgeBursts({ recording, phases }: RecordedRun) {
  const analysis = await analyze(recording);
  const { lines } = analysis;
  const rows = await rowsOfMarks('bursts/main.cjs', analysis, Object.keys(phases));
  const said = rows.map((row) => (lines.selfTime[row] ?? 0) / 1000);
  const blocked = rows.map((row) => (lines.blockedTime?.[row] ?? 0) / 1000);
  const truth = Object.values(phases).map((time) => time / 1e6);
  return {
    /** The greatest difference between what a part's line is said to have of the three and what it has. */
    lineError: greatestError(said, truth),
    /** Time on the three lines, as a share of the truth. */
    toldShare: sum(said) / sum(truth),
    lostShare: lostShareOf(analysis),
    /** What is told as blocked on the lines, which never were, as a share of the truth. */
    blockedShare: sum(blocked) / sum(truth),
  };
}

const works = ['one', 'two', 'four'] as const;

/** What is said of three threads that did 1 : 2 : 4 of the work (`threads/main.cjs`); the system too told what they took. */
export async function judgeThreads({ recording, phases }: RecordedRun) {
  const all = await analyze(recording);
  const linesOf = async (analysis: Analysis): Promise<number[]> =>
    (await rowsOfMarks('threads/main.cjs', analysis, works)).map((row) => analysis.lines.selfTime[row] ?? 0);
  const shares = shareThreads(all.threads);
  const said = works.map(() => 0);
  let recorded = 0;
  for (const [row, { id, isRecorded }] of all.threads.entries()) {
    if (!isRecorded) continue;
    const own = (await linesOf(await analyze(recording, { thread: id }))).findIndex((time) => time > 0);
    if (own < 0) continue;
    said[own] = shares[row];
    recorded++;
  }
  const truth = works.map((part) => phases[part]);
  const cpuTime = sum(all.threads.map((thread) => (thread.isRecorded ? (thread.cpuTime ?? NaN) : 0)));
  return {
    /** The greatest difference between what a thread is said to have of the time and of the work. */
    threadError: greatestError(said, truth),
    /** The same of the three lines that computed, of which each thread has one. */
    lineError: greatestError(await linesOf(all), truth),
    lostShare: lostShareOf(all),
    /** CPU time of all threads together with what is told as not recorded, as a share of what the system says. */
    toldShare: ((cpuTime + (all.unrecorded?.cpuTime ?? 0)) * 1000) / phases.system,
    /** How many threads have samples. */
    recorded,
  };
}

/** What is said of a thread that computes on two lines and waits on a third (`waits/main.cjs`). */
export async function judgeWaits({ recording, phases }: RecordedRun) {
  const analysis = await analyze(recording);
  const { functions, lines, requests } = analysis;
  const { waited, ...computed } = phases;
  const rows = await rowsOfMarks('waits/main.cjs', analysis, Object.keys(computed));
  /** A line's own time, and what Node's library took that its function called, in milliseconds. */
  const timeOf = (own: ArrayLike<number> = [], requested: ArrayLike<number> = []): number[] =>
    Object.keys(computed).map((part, k) => {
      const isItsOwn = (at: number): boolean => functions.name[requests.caller[at]] === part;
      const asked = sum([...requests.caller].map((_, at) => (isItsOwn(at) ? requested[at] : 0)));
      return ((own[rows[k]] ?? 0) + asked) / 1000;
    });
  const said = timeOf(lines.selfTime, requests.time);
  const blocked = timeOf(lines.blockedTime, requests.blockedTime);
  const truth = Object.values(computed).map((time) => time / 1e6);
  return {
    /** The greatest difference between what a line is said to have of the three's CPU time and what it has. */
    lineError: greatestError(said, truth),
    /** CPU time on the lines that compute, as a share of the truth. */
    toldShare: (said[0] + said[1]) / (truth[0] + truth[1]),
    lostShare: lostShareOf(analysis),
    /** What is told as blocked on the line that waits, as a share of the time that it was off a CPU. */
    waitedShare: blocked[2] / (waited / 1e6),
    /** What is told as blocked on the others, which never were, as a share of that. */
    strayShare: (blocked[0] + blocked[1]) / (waited / 1e6),
  };
}

/** Rows of `lines` that are the marked lines of a program of this folder, -1 for one without time. */
async function rowsOfMarks(program: string, { lines, sources }: Analysis, names: readonly string[]): Promise<number[]> {
  const marks = readMarks(await readFile(path.join(import.meta.dirname, program), 'utf8'));
  return names.map((name) =>
    lines.line.findIndex(
      (line, at) => line === marks.get(name) && sources[lines.source[at]].path.endsWith(`/${program}`),
    ),
  );
}

/** The greatest difference between what one is said to have of all and what it has. */
function greatestError(said: readonly number[], truth: readonly number[]): number {
  const [told, is] = [sum(said), sum(truth)];
  return Math.max(...said.map((time, i) => 100 * Math.abs(time / told - truth[i] / is)));
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Samples that were not taken, of all. */
function lostShareOf({ quality: { lostSamples: lost = 0, activeSamples } }: Analysis): number {
  return lost / Math.max(1, lost + activeSamples);
}
