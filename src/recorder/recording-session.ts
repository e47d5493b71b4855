import type { Readable, Writable } from 'node:stream';
import type { Microseconds, Milliseconds } from '../core/index.ts';
import type { Diagnostic, Ending, OwnSamplerName, SamplerName, StoppedBy } from '../recording/index.ts';

/** A sampler, or `auto`: the one that is right about lines on the runtime. */
export type SamplerChoice = 'auto' | OwnSamplerName;

/** What to launch and how to sample it. */
export interface RecordOptions {
  /** Absolute path of the program: JavaScript or TypeScript. For a `command` its name, which need not be a path. */
  readonly program: string;
  /** The command is run with the `args` in place of a file: anything, of which every Node below it is recorded. */
  readonly command?: string;
  /** Absolute path of what a person calls it by, if that is not the program: the file of tests that a runner runs. */
  readonly subject?: string;
  /** Whether it runs tests, which are over soon; for a `command` default: whether it visibly starts a test runner. */
  readonly isTest?: boolean;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the program (not merged with ours). */
  readonly env: NodeJS.ProcessEnv;
  /** Name or path of the Node to run; default `node` from the environment's PATH. */
  readonly runtimeExecutable?: string;
  readonly runtimeArgs?: readonly string[];
  /** Time between two samples; default: see `usualInterval`. */
  readonly interval?: Microseconds;
  /** Ends the recording after this time; the program is ended then too. */
  readonly duration?: Milliseconds;
  readonly sampler: SamplerChoice;
  /** Whether frames that V8's samplers lose are brought back where that is possible; default true. */
  readonly frameRepair?: boolean;
  /** Flags for what V8 logs besides, where there is a log. */
  readonly moreLogFlags?: readonly string[];
  /** Bytes at which the V8 logs of the program's threads together end, while the program runs on; default 2 GB. */
  readonly logLimit?: number;
  /**
   * Bytes of samples of the inspector's sampler that are kept, those of all threads together; default 96 MB. As often as there
   * are more, every other one goes.
   */
  readonly detailLimit?: number;
  /** Absolute path of the recording to write, ending in `.cpuprofile`. */
  readonly output: string;
  /** `inherit`: the program has our terminal. `pipe`: its streams are on the session. */
  readonly stdio: 'inherit' | 'pipe';
  /** Absolute path of the bundled bootloader; default `bootloader.cjs` beside the running bundle. */
  readonly bootloader?: string;
  /** Starts the command somewhere else (VS Code's integrated terminal) instead of spawning it here. */
  readonly launch?: (command: LaunchCommand) => Promise<LaunchedProcess>;
}

/** What to launch, once it is decided how often to sample. */
export type DecidedOptions = RecordOptions & Required<Pick<RecordOptions, 'interval'>>;

/** The command to run. `env` is the whole environment. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where the command writes its process id, if it does: whoever starts it may not know it. */
  readonly pidFile?: string;
}

/** A process that was started elsewhere, such as in a terminal of VS Code. */
export interface LaunchedProcess {
  readonly pid?: number;
  /**
   * Resolves when the launcher learns that the process has ended, or nobody waits for its start any longer; its exit code where
   * that is known.
   */
  readonly ended?: Promise<{ readonly code?: number }>;
}

/** Progress of a running recording. */
export interface RecordingProgress {
  readonly elapsed: Milliseconds;
  /** Samples so far, estimated from the time and the interval. */
  readonly samples: number;
}

/** What became of a recording. `recording` is undefined when nothing could be saved; a diagnostic then says why. */
export interface RecordingOutcome {
  readonly recording?: string;
  readonly ending: Ending;
  readonly diagnostics: readonly Diagnostic[];
}

/** A running recording. */
export interface RecordingSession {
  readonly pid: number | undefined;
  /** The program's streams with `stdio: 'pipe'`. */
  readonly stdin?: Writable;
  readonly stdout?: Readable;
  readonly stderr?: Readable;
  /** The sampler that runs, and why, as a sentence. */
  readonly sampler: SamplerName;
  readonly samplerReason: string;
  /** Absolute path of what the sampler writes while the program runs, where it does; at the end it gets another name. */
  readonly log?: string;
  /** Absolute path of the folder in which the recording grows: at any time it is one that can be read. Gone at the end. */
  readonly folder: string;
  progress(): RecordingProgress;
  /** Takes the profile, writes it, then ends the program, unless that was running before. Works while the program spins. Idempotent. */
  stop(by?: StoppedBy): Promise<void>;
  /** Does not wait for a stop any longer: kills the program, or lets go of one that was running before. */
  abandon(): void;
  /** Resolves when the recording is on disk and the program has ended. Never rejects for what the program does. */
  readonly finished: Promise<RecordingOutcome>;
}
