import { mkdir, writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import path from 'node:path';

/** What a piece of work did to the thread that VS Code's extensions share. All in milliseconds. */
export interface HostTimes {
  /** Until the work was done. */
  readonly wall: number;
  /** The longest time for which the thread was not free, waiting for a CPU included, until the work had settled. */
  readonly longest: number;
  /** The most CPU time between two looks at the thread: the longest task, however busy the machine is. */
  readonly longestCpu: number;
  /** CPU time of the thread, until the work had settled. */
  readonly cpu: number;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Times of `work` and of what goes on for `settleMs` after it. With `HEATLINE_BENCH_PROFILES` it is profiled too. */
export async function watchHost(name: string, work: () => Promise<unknown>, settleMs = 300): Promise<HostTimes> {
  const endProfile = await startProfile(name);
  const watch = startWatch();
  const start = performance.now();
  await work();
  const wall = performance.now() - start;
  await pause(settleMs);
  const times = watch();
  await endProfile?.();
  return { wall, ...times };
}

/** Looks at the thread every millisecond, until the returned function is called. */
function startWatch(): () => Omit<HostTimes, 'wall'> {
  const firstCpu = threadCpu();
  const firstLook = performance.now();
  let look = firstLook;
  let cpu = firstCpu;
  let longest = 0;
  let longestCpu = 0;
  const lookAgain = (): void => {
    const now = performance.now();
    const nowCpu = threadCpu();
    longest = Math.max(longest, now - look);
    longestCpu = Math.max(longestCpu, nowCpu - cpu);
    look = now;
    cpu = nowCpu;
  };
  const timer = setInterval(lookAgain, 1);
  return () => {
    lookAgain();
    clearInterval(timer);
    return { longest, longestCpu, cpu: cpu - firstCpu };
  };
}

const threadUsage = (): NodeJS.CpuUsage =>
  (process as unknown as { threadCpuUsage: typeof process.cpuUsage }).threadCpuUsage();

/** Milliseconds of CPU time of this thread; of the whole process on a runtime too old to tell threads apart. */
function threadCpu(): number {
  const { user, system } = 'threadCpuUsage' in process ? threadUsage() : process.cpuUsage();
  return (user + system) / 1000;
}

/** CPU time of the thread, in milliseconds, in code of this folder and in what that calls; from a profile at 100 µs. */
export async function timeOfCode(folder: string, work: () => Promise<unknown>, settleMs: number): Promise<number> {
  const end = await profileHost(100);
  await work();
  await pause(settleMs);
  const { nodes, samples = [], timeDeltas = [] } = await end();
  const inside = new Map<number, boolean>();
  for (const { id, callFrame, children = [] } of nodes) {
    // Callers come before their callees.
    const isInside = inside.get(id) === true || callFrame.url.includes(folder);
    inside.set(id, isInside);
    for (const child of children) inside.set(child, isInside);
  }
  const times = samples.map((node, i) => (inside.get(node) ? (timeDeltas[i + 1] ?? 0) : 0));
  return times.reduce((sum, time) => sum + time, 0) / 1000;
}

/** Profiles the thread until the returned function is called. */
async function profileHost(interval: number): Promise<() => Promise<Profiler.Profile>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return profile;
  };
}

async function startProfile(name: string): Promise<(() => Promise<void>) | undefined> {
  const folder = process.env.HEATLINE_BENCH_PROFILES;
  if (!folder) return undefined;
  const end = await profileHost(200);
  return async () => {
    const profile = await end();
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${name.replace(/[^\w.-]+/g, '-')}.cpuprofile`), JSON.stringify(profile));
  };
}
