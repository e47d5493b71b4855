/**
 * What the recorder and the bootloader, which runs inside the profiled program, agree on. The bootloader's bundle is
 * read by every program: nothing large may be imported here.
 */

/** The oldest Node (major version) whose programs can be profiled. */
export const oldestNode = 20;

/** The signals that end a program which does not listen to them, except those that nobody can listen to. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * File name of the script that a thread runs to mark a moment (`ReadyNote.anchorUs`) in its V8 log, whose own times
 * start with V8.
 */
export const CLOCK_SCRIPT = 'heatline:clock';

/** File name of the script whose one function stands before the native `spawn` that `spawnSync` and the like call. */
export const SPAWN_STAND_IN = 'node:internal/heatline';

/**
 * File name of the script that a thread runs at the moment from which on it is noted where its baseline code comes from
 * ({@link BaselineNotes}): pieces of baseline code are counted from where it stands in the V8 log.
 */
export const BASELINE_SCRIPT = 'heatline:baseline';

/** What each thread of a process needs to note where its baseline code comes from (`baseline.c`). */
export interface BaselineNotes {
  /** Absolute path of the main thread's notes. */
  readonly file: string;
  readonly layout: BaselineLayout;
}

/** Where this V8 keeps what is noted, in bytes: `struct baseline_layout` in `baseline.h`. */
export type BaselineLayout = readonly [descriptionBefore: number, bytecodeAt: number, bytesAt: number];

/** What is noted of baseline code stands beside the V8 log of its thread, under this name, in lines of a log. */
export const baselineFileOf = (log: string): string => `${log}.baseline`;

/** Flags of V8 for its baseline compiler. */
export const NO_BASELINE = '--no-sparkplug';
export const WITH_BASELINE = '--sparkplug';

/** Name, in a program's stacks, of what the recorder evaluates there: to greet it, and to take its samples while it runs. */
export const RECORDER_SCRIPT = 'heatline:recorder';

/** The end of the names of V8's logs; V8 puts `isolate<address>-<pid>-` before it. */
export const LOG_NAME = 'program.v8log';

/** Environment variable in which the bootloader finds the rendezvous. It deletes the variable. */
export const RENDEZVOUS_VARIABLE = 'HEATLINE_RENDEZVOUS';

/**
 * Whether the frames that V8's sampler loses in builtins without a frame were brought back. When on: how many samples
 * were mended, out of all sampling signals, including those that arrived while no JavaScript ran.
 */
export type FrameRepairFacts =
  | { readonly state: 'on'; readonly samples: number; readonly mended: number }
  | { readonly state: 'off'; readonly reason: FrameRepairReason; readonly detail?: string };

/**
 * `platform`: proven on Linux x64 with glibc only; `setting`: not wanted; `refused`: Node or the system do not let an
 * addon load; `unsupported-v8`: a V8 on which it was not proven; `foreign-handler`: the program handles SIGPROF itself;
 * `not-sampling`: no sampler ran when it was to be installed; `attached`: the program ran before, and is to be left as it was.
 */
export type FrameRepairReason = (typeof frameRepairReasons)[number];
export const frameRepairReasons = [
  ...(['platform', 'setting', 'refused', 'unsupported-v8', 'not-sampling', 'foreign-handler', 'attached'] as const),
] as const;

/**
 * Where a program leaves its notes, the process id by which it knows whether its recorder is still alive, and the thread
 * that started it, where a recorded one did.
 */
export interface RendezvousPlace {
  readonly recorder: number;
  readonly directory: string;
  readonly parent?: ThreadPlace;
}

/** A thread of a process; `workerId` is `worker_threads.threadId`, 0 for the main thread. */
export interface ThreadPlace {
  readonly pid: number;
  readonly workerId: number;
}

/** The value of {@link RENDEZVOUS_VARIABLE}. */
export function formatRendezvous({ recorder, directory, parent }: RendezvousPlace): string {
  return `${recorder}:${parent ? `${parent.pid}.${parent.workerId}` : ''}:${directory}`;
}

/** Reads what {@link formatRendezvous} wrote. */
export function parseRendezvous(text: string): RendezvousPlace {
  const [recorder, from] = text.split(':', 2);
  const directory = text.slice(recorder.length + from.length + 2);
  const [pid, workerId] = from.split('.').map(Number);
  return { recorder: Number(recorder), directory, ...(from !== '' && { parent: { pid, workerId } }) };
}

/** What the recorder wants of the programs, a file of JSON in the rendezvous' directory. */
export interface ProgramSettings {
  /** Whether the addon is loaded, which repairs frames and records each signal of the sampler. */
  readonly frameRepair: boolean;
  /** Flags that make V8 write its log, for a Node that is started directly; none where no logs are wanted. */
  readonly logFlags: readonly string[];
  /** How the names of the files begin in which threads leave records of their samples: see {@link recordsIn}. */
  readonly records: string;
}

/** How the names of the files begin in which threads leave records of their samples; a thread's number in the system follows (`records.h`). */
export const recordsIn = (directory: string): string => `${directory}/records-`;

/** The addon for this platform, where there is one, in the folder of the bootloader. */
export const addonIn = (folder: string): string => `${folder}/frame-repair-${process.platform}-${process.arch}.node`;

/** File name of the {@link ProgramSettings}. */
export const SETTINGS_FILE = 'settings';

/**
 * The flags of ours with which a Node is started, `bootloader` being the absolute path of what it loads first.
 * `--inspect-publish-uid=stderr` keeps the session's id out of `/json/list`, where other users of the machine could find
 * it.
 */
export function bootloaderFlags(bootloader: string): string[] {
  return ['--inspect-publish-uid=stderr', '--require', bootloader];
}

/**
 * The same for `NODE_OPTIONS`, with a space at its end, to stand before what is there. `reduced`: without the inspector's flag,
 * for a program that refuses it; it cannot be recorded, but says so.
 */
export function bootloaderNodeOptions(bootloader: string, reduced = false): string {
  const [publish, require, file] = bootloaderFlags(bootloader);
  return `${reduced ? '' : `${publish} `}${require} "${file.replace(/[\\"]/g, '\\$&')}" `;
}

/** The notes of a program, each a file of JSON named like its key here and `-<pid>`. */
export interface RendezvousNotes {
  readonly ready: ReadyNote;
  readonly ending: EndingNote;
}

/**
 * What the bootloader says as soon as the inspector is open (`url`), or why it is not; a program that a recorded one
 * started runs on then.
 */
export interface ReadyNote {
  /** {@link NO_PROCESS} of what has none that is known. */
  readonly pid: number;
  /** The thread that started it, where that is recorded. */
  readonly parent?: ThreadPlace;
  /**
   * The script and its arguments, as `process.argv` has them from its second element on, with `[eval]`, `[stdin]` or `node --test`
   * for what is in no file.
   */
  readonly argv: readonly string[];
  /** Empty where that folder is gone. */
  readonly cwd: string;
  /** Whether V8 was told to write its log. */
  readonly hasLog: boolean;
  readonly version: string;
  readonly v8: string;
  readonly execPath: string;
  /** On the clock of the CPU readings: when {@link CLOCK_SCRIPT} ran. */
  readonly anchorUs: number;
  /** Absolute path of the addon, for worker threads to load; absent where it does not load. */
  readonly addonFile?: string;
  /** Samples of the main thread wait while its event loop does (`loop.h`). */
  readonly holdsSamples?: boolean;
  /** What its worker threads need for noting baseline code, where it does so. */
  readonly baseline?: BaselineNotes | undefined;
  readonly url?: string;
  readonly error?: string;
  /** With an error only: what came of the frame repair as it began. */
  readonly frameRepair?: FrameRepairFacts;
  /** With an error only: the program runs all the same. */
  readonly runsOn?: true;
  /** With an error only: it is a single executable application that refuses the inspector's flags. */
  readonly refusesFlags?: true;
}

/** What the bootloader says when the program is about to end and waits for the recorder to take the profile. */
export interface EndingNote {
  readonly code: number;
  readonly signal?: NodeJS.Signals;
  /** Name of the uncaught error that ended the program. */
  readonly error?: string;
  /** The program had closed its inspector, and did not wait. */
  readonly isInspectorClosed?: true;
}

/** Description of the symbol under which the bootloader leaves a {@link ProgramEntry} in the program's `process`. */
export const HANDLE_SYMBOL = 'heatline';

/** What the recorder finds in a program that waits for it; `handle` is there as soon as the program begins. */
export interface ProgramEntry {
  handle?: ProgramHandle;
}

/** What the recorder calls inside the program through the inspector, also while the program spins. */
export interface ProgramHandle {
  /** The profile is taken: the program may end. */
  release(): void;
  /** What came of the frame repair until now. */
  frameRepair(): FrameRepairFacts;
  /** The recording was stopped and the profile is taken: the program may die at once. */
  allowExit(): void;
  /** The program goes on unrecorded, as if nothing had been. */
  detach(): void;
  /** The recorder is alive. Asked every second; a program that spins meanwhile no longer holds signals back. */
  pulse(): Pulse;
}

/** What a program has to say when it is asked. */
export interface Pulse {
  /** A signal that it has held back already and cannot handle. */
  readonly missed?: NodeJS.Signals | undefined;
  /** It waits at its end, and could not leave its note. */
  readonly ending?: EndingNote;
  /** What came of the frame repair until now. */
  readonly frameRepair?: FrameRepairFacts;
}

/** In place of a process id, where nobody tells it: of a browser's pages. */
export const NO_PROCESS = 0;

/** Whether a process exists, also one of another user, or one that has ended but was not yet waited for. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there: a server may have given up the rights that it was started with.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
