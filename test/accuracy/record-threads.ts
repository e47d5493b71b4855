import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { type Analysis, shareThreads } from '../../src/core/index.ts';
import type { PhaseTimes } from './known-answer.ts';
import { readMarks } from './marked-lines.ts';
import { record, type RecordRequest } from './record.ts';

/** How the two others are started that compute beside the main thread. */
export const threadKinds = ['workers', 'processes'] as const;
export type ThreadKind = (typeof threadKinds)[number];

/** What is said of three threads that did 1 : 2 : 4 of the work, against their own clocks and the system's. */
export interface ThreadsVerdict {
  /** The greatest difference between what a thread is said to have of the time and of the work, in percentage points. */
  readonly threadError: number;
  /** The same of the three lines that computed, of which each thread has one. */
  readonly lineError: number;
  /** Of active and unsampled time of all threads: what shares may be off by because it is nobody's. */
  readonly unsampledShare: number;
  /** CPU time of all threads together with what is told as not recorded, as a share of what the system says. */
  readonly toldShare: number;
  /** How many threads have samples. */
  readonly recorded: number;
}

/** `milliseconds`: of the thread that does the least. */
export interface ThreadsRequest extends Omit<RecordRequest, 'program'> {
  readonly kind: ThreadKind;
  readonly milliseconds: number;
}

const parts = ['one', 'two', 'four'] as const;
type Part = (typeof parts)[number];
const program = path.join(import.meta.dirname, 'threads/main.cjs');

/** Records three threads, and compares what is said of them with what they measured. */
export async function recordThreads({ kind, milliseconds, ...request }: ThreadsRequest): Promise<ThreadsVerdict> {
  const args = [String(milliseconds), kind];
  const { recording, phases } = await record({ ...request, program: { program, nodeArgs: [], args } });
  const all = await analyze(recording);
  const marks = readMarks(await readFile(program, 'utf8'));
  const lineTime = (analysis: Analysis, part: Part): number => {
    const row = analysis.lines.line.findIndex(
      (line, at) => line === marks.get(part) && analysis.sources[analysis.lines.source[at]].path === program,
    );
    return row < 0 ? 0 : analysis.lines.selfTime[row];
  };
  const said = new Map<Part, number>();
  const shares = shareThreads(all.threads);
  for (const [row, { id, isRecorded }] of all.threads.entries()) {
    if (!isRecorded) continue;
    const thread = await analyze(recording, { thread: id });
    const own = parts.find((part) => lineTime(thread, part) > 0);
    if (own !== undefined) said.set(own, shares[row]);
  }
  const { activeTime, unsampledTime } = all.quality;
  const cpuTime = all.threads.reduce((sum, thread) => sum + (thread.isRecorded ? (thread.cpuTime ?? NaN) : 0), 0);
  return {
    threadError: greatestError((part) => said.get(part) ?? 0, phases),
    lineError: greatestError((part) => lineTime(all, part), phases),
    unsampledShare: unsampledTime / (activeTime + unsampledTime),
    toldShare: ((cpuTime + (all.unrecorded?.cpuTime ?? 0)) * 1000) / phases.system,
    recorded: said.size,
  };
}

/** In percentage points, between the parts' shares of what is said of them and of what they measured. */
function greatestError(said: (part: Part) => number, phases: PhaseTimes): number {
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const truth = (part: Part): number => phases[part];
  return Math.max(...parts.map((part) => 100 * Math.abs(said(part) / sum(said) - truth(part) / sum(truth))));
}
