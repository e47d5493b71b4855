import { closeSync, openSync, readSync } from 'node:fs';
import { attempt } from '../core/index.ts';
import type { CpuClockReadings, NoteFiles } from '../recording/index.ts';
import { ThreadStatusFile } from './thread-status.ts';
import { takeRecords } from './records.ts';
import { takeWaits } from './waits.ts';

const POLL_INTERVAL_MS = 10;
/** A reading that took longer is not known to be of its time: we were interrupted. In microseconds. */
const LONGEST_READING = 500;
const MOST_TRIES = 5;
/** Of a long recording the older readings are thinned: 3 hours at 10 ms, 40 MB. */
const MOST_READINGS = 1 << 20;
/** Less time than that, neither spent on a CPU nor waiting for one, tells nothing of a stop. In microseconds. */
const SHORTEST_REST = 3000;

/** Polls the CPU clocks of any number of threads with one timer. */
export class CpuClocks {
  readonly #clocks = new Set<CpuClockPoller>();
  #timer: NodeJS.Timeout | undefined;

  /** `notes`: the files in which threads leave notes, where they may. */
  constructor(private readonly notes?: NoteFiles) {}

  /** Polls `/proc/<pid>/task/<tid>/schedstat`, for the first time before it returns. Undefined where the system has no such file (only Linux has). */
  start(pid: number, tid = pid): CpuClockPoller | undefined {
    if (process.platform !== 'linux') return undefined;
    const folder = `/proc/${pid}/task/${tid}`;
    const file = attempt(() => openSync(`${folder}/schedstat`, 'r'));
    if (file === undefined) return undefined;
    const clock: CpuClockPoller = new CpuClockPoller(
      file,
      new ThreadStatusFile(`${folder}/status`),
      () => (this.notes === undefined ? {} : takeNotes(this.notes, tid)),
      () => this.#remove(clock),
    );
    this.#clocks.add(clock);
    if (!this.#timer) this.#begin();
    return clock;
  }

  #begin(): void {
    this.#timer = setInterval(this.#read, POLL_INTERVAL_MS).unref();
    // Ctrl-Z stops us together with the program, and we see only that we go on.
    process.on('SIGCONT', this.#noticeContinued);
  }

  /** False where it was removed before. */
  #remove(clock: CpuClockPoller): boolean {
    const isRunning = this.#clocks.delete(clock);
    if (this.#clocks.size > 0 || !this.#timer) return isRunning;
    clearInterval(this.#timer);
    this.#timer = undefined;
    process.off('SIGCONT', this.#noticeContinued);
    return isRunning;
  }

  readonly #read = (): void => {
    for (const clock of this.#clocks) clock.read();
  };

  readonly #noticeContinued = (): void => {
    for (const clock of this.#clocks) clock.wasContinued = true;
  };
}

/** What a thread has noted of itself. */
type NotedReadings = Pick<CpuClockReadings, 'waits' | 'turns' | 'records'>;

function takeNotes({ waits, records }: NoteFiles, tid: number): NotedReadings {
  const taken = records === undefined ? undefined : takeRecords(`${records}${tid}`);
  return { ...takeWaits(`${waits}${tid}`), ...(taken && { records: taken }) };
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
  // It fails when the thread is gone.
  return () =>
    attempt(() => {
      let reading = readOnce();
      for (let tries = 1; reading.took > LONGEST_READING && tries < MOST_TRIES; tries++) reading = readOnce();
      return reading.cpu >= 0 && reading.wait >= 0 ? reading : undefined;
    });
}

/**
 * Leaves out every other reading of the older half, in place: they are sums, so that those that stay are as right as
 * before. How many are gone.
 */
export function thinOlderHalf(lists: readonly number[][]): number {
  const half = lists[0].length >> 1;
  const kept = Math.ceil(half / 2);
  for (const list of lists) {
    for (let i = 1; i < kept; i++) list[i] = list[2 * i];
    list.splice(kept, half - kept);
  }
  return half - kept;
}

/** Polls the CPU clock of one thread; `file` is open, and closed at the end. `end`: false where it has ended before. */
export class CpuClockPoller {
  wasContinued = false;
  readonly #readNow: () => Reading | undefined;
  readonly #lists = {
    timesUs: [] as number[],
    cpuUs: [] as number[],
    waitUs: [] as number[],
    stoppedUs: [] as number[],
    runnableUs: [] as number[],
  };
  #wasStopped = false;
  /** How often the thread had given up its CPU by itself, where it was runnable at the last reading; undefined where it was not. */
  #switches: number | undefined;
  #told = 0;

  constructor(
    private readonly file: number,
    private readonly statusFile: ThreadStatusFile,
    private readonly takeNotes: () => NotedReadings,
    private readonly end: () => boolean,
  ) {
    this.#readNow = createReader(file);
    this.read();
  }

  read(): void {
    const reading = this.#readNow();
    const { timesUs, cpuUs, waitUs, stoppedUs, runnableUs } = this.#lists;
    const last = timesUs.length - 1;
    if (reading === undefined || reading.time <= timesUs[last]) return;
    const { time, cpu, wait } = reading;
    const passed = time - timesUs[last];
    const rest = last < 0 ? 0 : Math.max(0, passed - (cpu - cpuUs[last]) - (wait - waitUs[last]));
    const status = this.statusFile.read();
    const isStopped = rest > SHORTEST_REST && status?.state === 'T';
    timesUs.push(time);
    cpuUs.push(cpu);
    waitUs.push(wait);
    const stopped = isStopped || this.#wasStopped || this.wasContinued ? rest : 0;
    stoppedUs.push((stoppedUs[last] ?? 0) + stopped);
    const switches = status?.state === 'R' && status.took <= LONGEST_READING ? status.switches : undefined;
    const stayedRunnable = switches !== undefined && switches === this.#switches;
    runnableUs.push((runnableUs[last] ?? 0) + (stayedRunnable ? passed : 0));
    this.#switches = switches;
    this.#wasStopped = isStopped;
    this.wasContinued = false;
    if (timesUs.length < MOST_READINGS) return;
    const gone = thinOlderHalf(Object.values(this.#lists));
    this.#told = Math.max(0, this.#told - gone);
  }

  /** The readings since this was asked last. */
  news(): CpuClockReadings {
    const from = this.#told;
    const { timesUs, cpuUs, waitUs, stoppedUs, runnableUs } = this.#lists;
    this.#told = timesUs.length;
    const since = (list: readonly number[]): number[] => list.slice(from);
    return {
      timesUs: since(timesUs),
      cpuUs: since(cpuUs),
      waitUs: since(waitUs),
      stoppedUs: since(stoppedUs),
      runnableUs: since(runnableUs),
    };
  }

  /** All that it holds, and goes on to fill. */
  readings(): CpuClockReadings {
    return this.#lists;
  }

  /** Ends the polling and gives the readings, once; undefined where there are none. */
  stop(): CpuClockReadings | undefined {
    if (!this.end()) return undefined;
    this.read();
    closeSync(this.file);
    this.statusFile.close();
    const { stoppedUs, ...readings } = this.#lists;
    if (readings.timesUs.length < 2) return undefined;
    return { ...readings, ...((stoppedUs.at(-1) ?? 0) > 0 && { stoppedUs }), ...this.takeNotes() };
  }
}
