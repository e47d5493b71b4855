import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endingSignals, type Ending, reasonOf, RecordingError, type StoppedBy } from '../../recording/index.ts';
import {
  type TimedThread,
  TIMING_VARIABLE,
  type TimingSettings,
  type UntimedFunction,
} from '../../recording/timing.ts';
import { writeWhole } from '../disk/write-profile.ts';
import type { RecordOptions } from '../recording-session.ts';

/** A program whose calls are to be timed, and where that is written: a `.calls.json`. */
export interface TimeCallsOptions
  extends
    Pick<RecordOptions, 'args' | 'cwd' | 'env' | 'duration' | 'output'>,
    Pick<TimingSettings, 'functions' | 'roots'> {
  /** What is run, and before `args`: Node with its options and the program, or any command. */
  readonly executable: string;
  readonly before: readonly string[];
  /** dist/time-calls.cjs. */
  readonly preload: string;
}

/**
 * Runs a program with the calls of its functions timed, in all its threads and Node children, and writes what they measured. Resolves with
 * how it ended. Rejects with a {@link RecordingError} where it could not be run or nothing was measured.
 */
export async function timeCalls(options: TimeCallsOptions): Promise<Ending> {
  const folder = await mkdtemp(join(tmpdir(), 'heatline-time-'));
  try {
    const ending = await runTimed(options, folder);
    const { threads, untimed } = await collect(folder);
    if (threads.length === 0) {
      const how = {
        killed: `the program was killed by ${'signal' in ending ? ending.signal : ''}`,
        stopped: 'the program was busy, and had to be killed',
        other: 'no Node that it ran loaded Heatline, or its permissions did not let it write',
      }[ending.kind === 'killed' || ending.kind === 'stopped' ? ending.kind : 'other'];
      throw new RecordingError('recording-not-finished', `No call was timed: ${how}.`);
    }
    const calls = { timedCalls: { version: 1, threads, untimed } };
    await writeWhole(options.output, [Buffer.from(`${JSON.stringify(calls)}\n`)]);
    return ending;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long a program that is to stop may take for that, in milliseconds. */
const GRACE_MS = 5000;

async function runTimed(options: TimeCallsOptions, folder: string): Promise<Ending> {
  const { executable, before, args, cwd, env, duration, functions, roots, preload } = options;
  const settings: TimingSettings = { folder, functions, roots };
  // In quotes, since Node splits this variable at blanks.
  const required = `--require "${preload.replaceAll('\\', '/')}"`;
  const child = spawn(executable, [...before, ...args], {
    cwd,
    env: {
      ...env,
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${required}`.trim(),
      [TIMING_VARIABLE]: JSON.stringify(settings),
    },
    stdio: 'inherit',
  });
  const stopped: { by?: StoppedBy } = {};
  let asked = 0;
  const stop = (by: StoppedBy, signal: NodeJS.Signals): void => {
    stopped.by ??= by;
    asked++;
    // A terminal sends its signal to the program as well. A busy thread hears none.
    if (asked > 1) child.kill('SIGKILL');
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const onSignal = (signal: NodeJS.Signals): void => stop('user', signal);
  for (const signal of endingSignals) process.on(signal, onSignal);
  const stopAt = (time: number) => setTimeout(() => stop('duration', 'SIGTERM'), time);
  const timers = duration === undefined ? [] : [stopAt(duration), stopAt(duration + GRACE_MS)];
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (stopped.by) return { kind: 'stopped', by: stopped.by };
    return signal ? { kind: 'killed', signal } : { kind: 'exit', code: code ?? 0 };
  } catch (error) {
    throw new RecordingError('command-not-started', `${executable} could not be started: ${reasonOf(error)}`);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    for (const signal of endingSignals) process.off(signal, onSignal);
  }
}

/** What each thread wrote at its end; those that were killed wrote nothing. */
async function collect(folder: string): Promise<{ threads: TimedThread[]; untimed: UntimedFunction[] }> {
  const written = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.json'))
      .map(
        async (name) =>
          JSON.parse(await readFile(join(folder, name), 'utf8')) as TimedThread & { untimed: UntimedFunction[] },
      ),
  );
  const threads = written.map(({ untimed: _, ...thread }) => thread);
  const all = written.flatMap(({ untimed }) => untimed);
  return {
    threads: threads.sort((a, b) => a.origin - b.origin || a.thread - b.thread),
    untimed: [...new Map(all.map((each) => [`${each.file}:${each.line}`, each])).values()],
  };
}
