import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import type { CpuClockReadings } from '../recording/index.ts';

/** Polls the CPU clock of one program's main thread. */
export interface CpuClockPoller {
  /** Ends the polling and gives the readings, once; undefined where there are none. */
  stop(): CpuClockReadings | undefined;
}

const POLL_INTERVAL_MS = 10;
/** A reading that took longer is not known to be of its time: we were interrupted. In microseconds. */
const LONGEST_READING = 500;
const MOST_TRIES = 5;
/** Less time than that, neither spent on a CPU nor waiting for one, tells nothing of a stop. In microseconds. */
const SHORTEST_REST = 3000;

/** Polls `/proc/<pid>/task/<pid>/schedstat`, for the first time before it returns. Undefined where the system has no such file (only Linux has). */
export function startCpuClockPoller(pid: number): CpuClockPoller | undefined {
  if (process.platform !== 'linux') return undefined;
  let file: number;
  try {
    file = openSync(`/proc/${pid}/task/${pid}/schedstat`, 'r');
  } catch {
    return undefined;
  }
  return poll(file, () => isStopped(pid));
}

/** Whether a signal has stopped the thread; its state stands behind its name, which may hold anything. */
function isStopped(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1');
    return text.startsWith(' T', text.lastIndexOf(')') + 1);
  } catch {
    return false;
  }
}

/** What the system says of a thread, in microseconds: when, the time on a CPU, and the time waiting for one so far. */
interface Reading {
  readonly time: number;
  readonly cpu: number;
  readonly wait: number;
}

/**
 * Reads the file at once: on a busy machine a thread of Node's pool would get to it tens of milliseconds before or after
 * the time that is noted with it, which looks as if the program had been blocked, or had run twice as fast as time.
 */
function createReader(file: number): () => Reading | undefined {
  const buffer = Buffer.alloc(128);
  const readOnce = (): Reading & { readonly took: number } => {
    const before = process.hrtime.bigint();
    const length = readSync(file, buffer, 0, buffer.length, 0);
    const after = process.hrtime.bigint();
    const [cpu, wait] = buffer.toString('latin1', 0, length).split(' ').map(Number);
    // `hrtime` is CLOCK_MONOTONIC, as the inspector's timestamps are.
    const time = Number((before + after) / 2000n);
    return { time, cpu: Math.round(cpu / 1000), wait: Math.round(wait / 1000), took: Number(after - before) / 1000 };
  };
  return () => {
    try {
      let reading = readOnce();
      for (let tries = 1; reading.took > LONGEST_READING && tries < MOST_TRIES; tries++) reading = readOnce();
      return reading.cpu >= 0 && reading.wait >= 0 ? reading : undefined;
    } catch {
      return undefined; // the thread is gone
    }
  };
}

function poll(file: number, looksStopped: () => boolean): CpuClockPoller {
  const timesUs: number[] = [];
  const cpuUs: number[] = [];
  const waitUs: number[] = [];
  const stoppedUs: number[] = [];
  let wasStopped = false;
  let wasContinued = false;
  let isOpen = true;
  // Ctrl-Z stops us together with the program, and we see only that we go on.
  const noticeContinued = (): void => void (wasContinued = true);
  process.on('SIGCONT', noticeContinued);
  const readNow = createReader(file);

  const read = (): void => {
    const reading = readNow();
    const last = timesUs.length - 1;
    if (reading === undefined || reading.time <= timesUs[last]) return;
    const { time, cpu, wait } = reading;
    const rest = last < 0 ? 0 : Math.max(0, time - timesUs[last] - (cpu - cpuUs[last]) - (wait - waitUs[last]));
    // A thread that ran or waited all the time was not stopped: that saves most of the looking.
    const isStopped = rest > SHORTEST_REST && looksStopped();
    timesUs.push(time);
    cpuUs.push(cpu);
    waitUs.push(wait);
    stoppedUs.push((stoppedUs[last] ?? 0) + (isStopped || wasStopped || wasContinued ? rest : 0));
    wasStopped = isStopped;
    wasContinued = false;
  };
  read();
  const timer = setInterval(read, POLL_INTERVAL_MS);
  timer.unref();
  return {
    stop: () => {
      if (!isOpen) return undefined;
      isOpen = false;
      clearInterval(timer);
      process.off('SIGCONT', noticeContinued);
      read();
      closeSync(file);
      if (timesUs.length < 2) return undefined;
      return { timesUs, cpuUs, waitUs, ...((stoppedUs.at(-1) ?? 0) > 0 && { stoppedUs }) };
    },
  };
}
