import type { TreeCpu } from '../disk/section.ts';
import type { SeenProcess, TreeUse } from '../program/process-tree.ts';
import type { Microseconds } from '../../core/index.ts';
import type { ThreadFacts, UnrecordedCpu, UnrecordedReason } from '../../recording/threads.ts';

/** A Node process that came to us. */
export interface KnownProcess {
  readonly pid: number;
  readonly name: string;
  /** Only where it was not recorded. */
  readonly reason?: UnrecordedReason;
  readonly detail?: string | undefined;
}

/** Less is within the steps in which the system counts, in microseconds. */
const NOTABLE_US = 20_000;

/**
 * CPU time of the process tree that no recorded thread accounts for. Together with the threads it adds up to the whole.
 * Processes of one name and reason are one entry. `dropped`: threads that are not kept.
 */
export function sumTreeCpu(
  use: TreeUse | undefined,
  threads: readonly ThreadFacts[],
  known: readonly KnownProcess[],
  dropped: readonly UnrecordedCpu[],
): TreeCpu {
  if (use === undefined) return { unrecorded: mergeAlike(dropped) };
  const inThreads = new Map<number, Microseconds>();
  for (const { pid, cpuUs = 0 } of [...threads, ...dropped]) inThreads.set(pid, (inThreads.get(pid) ?? 0) + cpuUs);
  // A thread that does not answer uses its time among the helpers, and may have used most of that.
  const unanswered = new Set(threads.flatMap(({ pid, reason }) => (reason === 'no-answer' ? [pid] : [])));
  const reasonOf = ({ pid, reason }: KnownProcess): UnrecordedReason =>
    reason ?? (unanswered.has(pid) ? 'no-answer' : 'helper-threads');
  const ofPid = new Map(known.map((process) => [process.pid, { ...process, reason: reasonOf(process) }]));
  const list: UnrecordedCpu[] = [...dropped];
  let seenUs = 0;
  for (const process of use.processes) {
    // The threads' own clocks are more exact than the process's.
    const recordedUs = inThreads.get(process.pid) ?? 0;
    seenUs += Math.max(process.cpuUs, recordedUs);
    list.push(tellRest(process, recordedUs, ofPid.get(process.pid)));
    inThreads.delete(process.pid);
  }
  const unseenUs = [...inThreads.values()].reduce((sum, time) => sum + time, 0);
  const shortLived = use.totalUs - seenUs - unseenUs;
  const [root] = use.processes;
  if (root && shortLived > 0)
    list.push({ name: '', pid: root.pid, processes: 1, cpuUs: shortLived, reason: 'short-lived' });
  const unrecorded = mergeAlike(list).filter(({ cpuUs }) => cpuUs >= NOTABLE_US);
  return {
    unrecorded: unrecorded.sort((a, b) => b.cpuUs - a.cpuUs),
    treeCpuUs: Math.max(use.totalUs, seenUs + unseenUs),
  };
}

function tellRest(
  { pid, name, unreached, detail, cpuUs }: SeenProcess,
  recordedUs: Microseconds,
  known: Pick<UnrecordedCpu, 'name' | 'reason' | 'detail'> | undefined,
): UnrecordedCpu {
  const rest = { pid, processes: 1, cpuUs: Math.max(0, cpuUs - recordedUs) };
  return { ...rest, ...(known ?? { name, reason: unreached, detail }) };
}

function mergeAlike(list: readonly UnrecordedCpu[]): UnrecordedCpu[] {
  const merged = new Map<string, { readonly first: UnrecordedCpu; cpuUs: number; processes: number }>();
  const byUse = [...list].sort((a, b) => b.cpuUs - a.cpuUs);
  for (const entry of byUse) {
    const key = `${entry.reason} ${entry.name}`;
    const alike = merged.get(key) ?? { first: entry, cpuUs: 0, processes: 0 };
    alike.cpuUs += entry.cpuUs;
    alike.processes += entry.processes;
    merged.set(key, alike);
  }
  return [...merged.values()].map(({ first, cpuUs, processes }) => ({ ...first, cpuUs, processes }));
}
