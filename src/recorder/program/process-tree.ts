import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { attempt, type Microseconds } from '../../core/index.ts';
import { flagsOfNode } from '../../recording/node-options.ts';
import { type Diagnostic, RENDEZVOUS_VARIABLE } from '../../recording/index.ts';
import type { UnrecordedReason } from '../../recording/threads.ts';

/** A process that was seen below the program, or the program itself. */
export interface SeenProcess {
  readonly pid: number;
  /** The command's name; for Node its script's file name, where it has one. */
  readonly name: string;
  /** Why it is not recorded, unless it comes to us. */
  readonly unreached: UnrecordedReason;
  /** The flag that is the reason. */
  readonly detail?: string;
  /** What it used by itself when it was last seen. */
  readonly cpuUs: Microseconds;
}

/** What a tree of processes used. */
export interface TreeUse {
  readonly totalUs: Microseconds;
  readonly processes: readonly SeenProcess[];
}

interface Entry extends SeenProcess, Stat {
  readonly isAlive: boolean;
}

/** What stands in `/proc/<pid>/stat`. */
interface Stat {
  readonly parent: number;
  /** In clock ticks since the machine started. */
  readonly startTime: string;
  readonly cpuUs: Microseconds;
  /** What its children used that have ended, theirs included. */
  readonly reapedUs: Microseconds;
}

/** How often processes are looked at, in milliseconds. */
export const POLL_MS = 250;
/** Linux tells times of processes in hundredths of a second, whatever the kernel counts in (`USER_HZ`). */
const TICK_US = 10_000;

/**
 * Adds up what a program and everything below it use, as the system tells it (`/proc`). Processes that lived between two
 * looks are known by their sum only, which the system adds to their parents'.
 */
export class ProcessTree {
  readonly #entries = new Map<number, Entry>();
  readonly #past: Entry[] = [];
  /** Processes of others, which are not looked at again. */
  #foreign = new Set<number>();
  readonly #timer: NodeJS.Timeout | undefined;
  #use: TreeUse | undefined;

  /** What each had used before, where that does not count. */
  readonly #before: ReadonlyMap<number, Entry>;

  /** Undefined where the system does not tell (only Linux does). `from`: whether what was used before counts too. */
  static watch(root: number, from: 'start' | 'now' = 'start'): ProcessTree | undefined {
    return process.platform === 'linux' ? new ProcessTree(root, from) : undefined;
  }

  private constructor(
    private readonly root: number,
    from: 'start' | 'now',
  ) {
    this.#scan();
    this.#before = from === 'now' ? new Map(this.#entries) : new Map();
    this.#timer = setInterval(() => this.#scan(), POLL_MS).unref();
  }

  /** Looks at one process now, as it is about to end. */
  look(pid: number): void {
    const now = readEntry(pid, this.#entries.get(pid));
    if (now) this.#entries.set(pid, now);
  }

  /** The last look, and what came of all; a second call gives the same. */
  stop(): TreeUse {
    return (this.#use ??= this.#stop());
  }

  #stop(): TreeUse {
    clearInterval(this.#timer);
    this.#scan();
    const all = [...this.#past, ...this.#entries.values()].map((entry) => this.#since(entry));
    const own = all.reduce((sum, { cpuUs }) => sum + cpuUs, 0);
    const before = [...this.#before.values()].reduce((sum, { cpuUs, reapedUs }) => sum + cpuUs + reapedUs, 0);
    // What has ended is in its parent's times, seen or not.
    const counted = [...this.#entries.values()]
      .filter(({ isAlive, pid }) => isAlive || pid === this.root)
      .reduce((sum, { cpuUs, reapedUs }) => sum + cpuUs + reapedUs, -before);
    return { totalUs: Math.max(own, counted), processes: all };
  }

  #since(entry: Entry): SeenProcess {
    const before = this.#before.get(entry.pid);
    return before?.startTime === entry.startTime ? { ...entry, cpuUs: entry.cpuUs - before.cpuUs } : entry;
  }

  #scan(): void {
    const alive = new Set(listProcesses());
    for (const [pid, entry] of this.#entries) {
      const now = alive.has(pid) ? readEntry(pid, entry) : undefined;
      if (now?.startTime === entry.startTime) this.#entries.set(pid, now);
      else if (pid === this.root) this.#entries.set(pid, { ...entry, isAlive: false });
      else {
        // Another process may get its id.
        this.#entries.delete(pid);
        this.#past.push({ ...entry, isAlive: false });
      }
    }
    const fresh = new Map<number, Stat>();
    for (const pid of alive) {
      if (this.#foreign.has(pid) || this.#entries.has(pid)) continue;
      const stat = readStat(pid);
      if (stat) fresh.set(pid, stat);
    }
    // A child may stand before its parent: as long as any is found, more may follow.
    let found = true;
    while (found) {
      found = false;
      for (const [pid, stat] of fresh) {
        if (pid !== this.root && !this.#entries.get(stat.parent)?.isAlive) continue;
        fresh.delete(pid);
        const entry = readEntry(pid, undefined);
        if (entry) this.#entries.set(pid, entry);
        found = true;
      }
    }
    for (const pid of fresh.keys()) this.#foreign.add(pid);
    this.#foreign = new Set([...this.#foreign].filter((pid) => alive.has(pid)));
  }
}

/** The fields of `/proc/<pid>/stat` behind the name, which may hold anything; numbers as in `man proc_pid_stat`. */
export function readStat(pid: number): Stat | undefined {
  const text = readQuietly(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): string => fields[number - 3];
  const time = (number: number): Microseconds => (Number(field(number)) + Number(field(number + 1))) * TICK_US;
  return { parent: Number(field(4)), startTime: field(22), cpuUs: time(14), reapedUs: time(16) };
}

function readEntry(pid: number, before: Entry | undefined): Entry | undefined {
  const stat = readStat(pid);
  // A shell becomes the program that it starts last.
  return stat && { pid, ...describeProcess(pid, before), ...stat, isAlive: true };
}

type Description = Pick<SeenProcess, 'name' | 'unreached' | 'detail'>;

const KEEPS_US_OUT =
  /^(?:NODE_OPTIONS=.*\s)?(--(?:inspect-(?:brk|wait)|(?:experimental-)?permission|build-snapshot))(?![\w-])/;

/** What a process is; as it was `before` where the system does not tell any more. */
export function describeProcess(pid: number, before?: Description): Description {
  const name = readQuietly(`/proc/${pid}/comm`)?.trim();
  const [command = '', ...args] = readQuietly(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  if (name === undefined || command === '') return describeEnded(name, before);
  const binary = attempt(() => readlinkSync(`/proc/${pid}/exe`)) ?? '';
  const names = [binary, command].map((file) => path.basename(file));
  if (!names.includes('node')) {
    const isRuntime = names.some((one) => one === 'deno' || one === 'bun');
    return { name, unreached: isRuntime ? 'other-runtime' : 'not-node' };
  }
  const flags = flagsOfNode(args);
  const isEval = /^(-\w*[ep]|--eval|--print)$/.test(flags.at(-1) ?? '');
  const script = isEval ? '[eval]' : args.at(flags.length);
  return { name: script === undefined ? name : path.basename(script), ...whyUnreached(pid, flags) };
}

/**
 * What a process is that has ended, of which its name alone is left. A shell's child is seen under the shell's name until it becomes
 * what the shell starts: of that nobody knows then whether it was Node.
 */
function describeEnded(name: string | undefined, before: Description | undefined): Description {
  if (before === undefined) return { name: name ?? '', unreached: 'not-node' };
  const isAnother = name !== undefined && before.unreached === 'not-node' && name !== before.name;
  return isAnother ? { name, unreached: 'short-lived' } : before;
}

/** Why a Node that has not come to the recorder did not, by the flags and the environment that it was started with. */
function whyUnreached(pid: number, flags: readonly string[]): Omit<Description, 'name'> {
  // What is ours belongs to one user, and so does what the system tells of an environment.
  if (attempt(() => statSync(`/proc/${pid}`).uid) !== process.geteuid?.()) return { unreached: 'other-user' };
  const environment = readEnvironment(pid);
  const [flag] = [...flags, ...environment].flatMap((text) => KEEPS_US_OUT.exec(text)?.[1] ?? []);
  if (flag !== undefined) return { unreached: 'flag', detail: flag };
  if (!environment.some((pair) => pair.startsWith(`${RENDEZVOUS_VARIABLE}=`))) return { unreached: 'not-reached' };
  // A process with our options may have ended while Node itself was starting.
  const hasOptions = environment.some((pair) => /^NODE_OPTIONS=.*\bbootloader\.[cm]?[jt]s/.test(pair));
  return { unreached: hasOptions ? 'not-attached' : 'options-replaced' };
}

/** The variables that a process was started with; none where it is another user's. */
export const readEnvironment = (pid: number): readonly string[] =>
  readQuietly(`/proc/${pid}/environ`)?.split('\0') ?? [];

/** Undefined where the process has ended, or is another user's. */
export const readQuietly = (file: string): string | undefined => attempt(() => readFileSync(file, 'utf8'));

/** The processes that there are (Linux). */
export const listProcesses = (): number[] => readdirSync('/proc').map(Number).filter(Number.isInteger);

/**
 * The finding that what the program started runs on without it, whoever is its parent by now; none where nothing does, or
 * the system does not tell (only Linux does). `directory`: that of the rendezvous, which every process of the recording
 * has in its environment. `program`: the program itself, which may be about to end.
 */
export function noticeRunningOn(directory: string, program: number | undefined): Diagnostic[] {
  if (process.platform !== 'linux') return [];
  const isOurs = (pair: string): boolean =>
    pair.startsWith(`${RENDEZVOUS_VARIABLE}=`) && pair.endsWith(`:${directory}`);
  const running = listProcesses().filter((pid) => pid !== program && readEnvironment(pid).some(isOurs));
  if (running.length === 0) return [];
  const processes = running.map((pid) => ({ pid, name: describeProcess(pid).name }));
  return [{ code: 'processes-run-on', severity: 'warning', processes }];
}
