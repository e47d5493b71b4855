import type { ThreadIndex, UnrecordedReason } from '../recording/index.ts';
import type { ThreadSummary } from './thread.ts';
import type { Microseconds, Share } from './units.ts';

/** CPU time of the program, and of everything that it started, of which there are no samples. */
export interface Unrecorded {
  readonly cpuTime: Microseconds;
  /** Of the CPU time of the whole process tree; undefined where that is not known. */
  readonly share?: Share;
  /** Who used it, the most first. */
  readonly parts: readonly UnrecordedPart[];
}

export interface UnrecordedPart {
  /** Absent for time of which nobody knows who used it. */
  readonly name?: string;
  /** Of the one that used the most, where `processes` are several. */
  readonly pid?: number;
  readonly processes: number;
  readonly cpuTime: Microseconds;
  readonly reason?: UnrecordedReason;
  /** What Node said of it. */
  readonly detail?: string | undefined;
}

/** What was not recorded? Undefined if the recording does not tell. `threads`: all of them, as `listThreads` gives them. */
export function findUnrecorded(
  threads: readonly ThreadSummary[],
  index: ThreadIndex | undefined,
): Unrecorded | undefined {
  if (index === undefined) return undefined;
  const parts = [
    ...index.unrecorded.map(({ cpuUs, ...rest }) => ({ ...rest, cpuTime: cpuUs })),
    ...threads.flatMap(({ isRecorded, name, pid, cpuTime = 0, reason }) =>
      isRecorded || cpuTime === 0 ? [] : [{ name, pid, processes: 1, cpuTime, reason }],
    ),
  ];
  const recorded = threads.filter(({ isRecorded }) => isRecorded).map(({ cpuTime }) => cpuTime);
  const recordedTime = recorded.reduce<Microseconds>((sum, time) => sum + (time ?? 0), 0);
  const told = parts.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  // Where the time of one thread is unknown, what is missing may be that.
  const isComplete = recorded.every((time) => time !== undefined);
  const rest = isComplete ? Math.max(0, (index.treeCpuUs ?? 0) - recordedTime - told) : 0;
  const all = [...parts, ...(rest > 0 ? [{ processes: 1, cpuTime: rest }] : [])];
  const cpuTime = told + rest;
  const treeTime = index.treeCpuUs ?? (isComplete ? recordedTime + cpuTime : undefined);
  return {
    cpuTime,
    ...(treeTime !== undefined && treeTime > 0 && { share: Math.min(1, cpuTime / treeTime) }),
    parts: all.sort((a, b) => b.cpuTime - a.cpuTime),
  };
}
