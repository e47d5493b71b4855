import { open, readFile, type FileHandle } from 'node:fs/promises';
import type { CpuClockReadings } from '../recording/index.ts';

/** Polls the CPU clock of one thread. */
export interface CpuClockPoller {
  /** Ends the polling and gives the readings; undefined where there are none. */
  stop(): Promise<CpuClockReadings | undefined>;
}

const POLL_INTERVAL_MS = 10;

/** Polls `/proc/<pid>/task/<tid>/schedstat`, for the first time before it resolves. Undefined where the system has no such file (only Linux has). */
export async function startCpuClockPoller(pid: number, tid = pid): Promise<CpuClockPoller | undefined> {
  if (process.platform !== 'linux') return undefined;
  const file = await open(`/proc/${pid}/task/${tid}/schedstat`).catch(() => undefined);
  return file && (await poll(file, () => isStopped(pid, tid)));
}

/** Whether a signal has stopped the thread; its state stands behind its name, which may hold anything. */
async function isStopped(pid: number, tid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/task/${tid}/stat`, 'latin1').catch(() => '');
  return text.startsWith(' T', text.lastIndexOf(')') + 1);
}

async function poll(file: FileHandle, looksStopped: () => Promise<boolean>): Promise<CpuClockPoller> {
  const timesUs: number[] = [];
  const cpuUs: number[] = [];
  const waitUs: number[] = [];
  const stoppedUs: number[] = [];
  let wasStopped = false;
  let wasContinued = false;
  // Ctrl-Z stops us together with the program, and we see only that we go on.
  const noticeContinued = (): void => void (wasContinued = true);
  process.on('SIGCONT', noticeContinued);
  const buffer = Buffer.alloc(128);
  let busy: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const before = process.hrtime.bigint();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0).catch(() => ({ bytesRead: 0 }));
    const after = process.hrtime.bigint();
    const [cpu, wait] = buffer.toString('latin1', 0, bytesRead).split(' ').map(Number);
    if (bytesRead === 0 || !(cpu >= 0) || !(wait >= 0)) return;
    const last = timesUs.length - 1;
    // `hrtime` is CLOCK_MONOTONIC, as the inspector's timestamps are.
    timesUs.push(Number((before + after) / 2000n));
    cpuUs.push(Math.round(cpu / 1000));
    waitUs.push(Math.round(wait / 1000));
    // A thread that has run or waited since is not stopped now: that saves most of the looking.
    const isStopped = last >= 0 && cpuUs[last] === cpuUs[last + 1] && (await looksStopped());
    const grown = (values: number[]): number => values[last + 1] - values[last];
    const rest = isStopped || wasStopped || wasContinued ? grown(timesUs) - grown(cpuUs) - grown(waitUs) : 0;
    stoppedUs.push(last < 0 ? 0 : stoppedUs[last] + Math.max(0, rest));
    wasStopped = isStopped;
    wasContinued = false;
  };
  const tick = (): void => {
    busy ??= read().finally(() => (busy = undefined));
  };
  await read();
  const timer = setInterval(tick, POLL_INTERVAL_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      process.off('SIGCONT', noticeContinued);
      await busy;
      await read();
      await file.close();
      if (timesUs.length < 2) return undefined;
      return { timesUs, cpuUs, waitUs, ...((stoppedUs.at(-1) ?? 0) > 0 && { stoppedUs }) };
    },
  };
}
