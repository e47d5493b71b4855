import { open, type FileHandle } from 'node:fs/promises';
import type { CpuClockReadings } from '../recording/index.ts';

/** Polls the CPU clock of one program's main thread. */
export interface CpuClockPoller {
  /** Ends the polling and gives the readings; undefined where there are none. */
  stop(): Promise<CpuClockReadings | undefined>;
}

const POLL_INTERVAL_MS = 10;

/** Polls `/proc/<pid>/task/<pid>/schedstat`, for the first time before it resolves. Undefined where the system has no such file (only Linux has). */
export async function startCpuClockPoller(pid: number): Promise<CpuClockPoller | undefined> {
  if (process.platform !== 'linux') return undefined;
  const file = await open(`/proc/${pid}/task/${pid}/schedstat`).catch(() => undefined);
  return file && (await poll(file));
}

async function poll(file: FileHandle): Promise<CpuClockPoller> {
  const timesUs: number[] = [];
  const cpuUs: number[] = [];
  const waitUs: number[] = [];
  const buffer = Buffer.alloc(128);
  let busy: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const before = process.hrtime.bigint();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0).catch(() => ({ bytesRead: 0 }));
    const after = process.hrtime.bigint();
    const [cpu, wait] = buffer.toString('latin1', 0, bytesRead).split(' ').map(Number);
    if (bytesRead === 0 || !(cpu >= 0) || !(wait >= 0)) return;
    // `hrtime` is CLOCK_MONOTONIC, as the inspector's timestamps are.
    timesUs.push(Number((before + after) / 2000n));
    cpuUs.push(Math.round(cpu / 1000));
    waitUs.push(Math.round(wait / 1000));
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
      await busy;
      await read();
      await file.close();
      return timesUs.length < 2 ? undefined : { timesUs, cpuUs, waitUs };
    },
  };
}
