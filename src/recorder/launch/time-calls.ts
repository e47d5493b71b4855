import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ending, RecordingError, type StoppedBy } from '../../recording/index.ts';
import type { TimedThread } from '../../recording/timed-calls.ts';
import { TIMING_VARIABLE, type TimingSettings, type UntimedFunction } from '../../recording/timing.ts';
import { writeWhole } from '../disk/write-profile.ts';
import { startProgram } from '../program/program.ts';
import { endingOf } from '../session/ending.ts';
import type { RecordingOutcome, RecordingSession, RecordOptions } from '../recording-session.ts';

/** A program whose calls are to be timed or counted, and where that is written: a `.calls.json`. */
export interface TimeCallsOptions
  extends Pick<RecordOptions, 'cwd' | 'env' | 'duration' | 'output' | 'stdio'>, Omit<TimingSettings, 'folder'> {
  /** What is run, and its arguments: Node with its options and the program, or any command. */
  readonly words: readonly string[];
  /** dist/time-calls.cjs. */
  readonly preload: string;
}

/** A program whose calls are being timed. `finished` rejects with a {@link RecordingError} where nothing was measured. */
export type TimingSession = Pick<RecordingSession, 'stdin' | 'stdout' | 'stderr' | 'stop' | 'abandon' | 'finished'>;

/** How long a program that is to stop may take for that, in milliseconds. */
const GRACE_MS = 5000;

/**
 * Runs a program with the calls of its functions timed or counted, in all its threads and Node children, and writes what they measured.
 * Rejects with a {@link RecordingError} where it could not be run.
 */
export async function timeCalls(options: TimeCallsOptions): Promise<TimingSession> {
  const { words, cwd, env, stdio, duration, functions, roots, countOnly, preload } = options;
  const folder = await mkdtemp(join(tmpdir(), 'heatline-time-'));
  const settings: TimingSettings = { folder, functions, roots, countOnly };
  // In quotes, since Node splits this variable at blanks.
  const required = `--require "${preload.replaceAll('\\', '/')}"`;
  const more = {
    NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${required}`.trim(),
    [TIMING_VARIABLE]: JSON.stringify(settings),
  };
  const [executable, ...args] = words;
  const command = { command: executable, args, cwd, env: { ...env, ...more } };
  const program = await startProgram(command, { stdio, command: executable }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const timers: NodeJS.Timeout[] = [];
  let stoppedBy: StoppedBy | undefined;
  const stop = (by: StoppedBy = 'user'): Promise<void> => {
    stoppedBy ??= by;
    program.kill('SIGTERM');
    // A busy thread hears none.
    timers.push(setTimeout(() => program.kill('SIGKILL'), GRACE_MS));
    return Promise.allSettled([finished]).then(() => undefined);
  };
  if (duration !== undefined) timers.push(setTimeout(() => void stop('duration'), duration));
  const finish = async (): Promise<RecordingOutcome> => {
    const exit = await program.exited;
    timers.forEach(clearTimeout);
    const ending = endingOf(stoppedBy, undefined, exit);
    await writeCalls(folder, options.output, ending);
    return { recording: options.output, ending, diagnostics: [] };
  };
  const finished = finish().finally(() => rm(folder, { recursive: true, force: true }));
  const { stdin, stdout, stderr } = program;
  return { stdin, stdout, stderr, stop, finished, abandon: () => program.kill('SIGKILL') };
}

async function writeCalls(folder: string, output: string, ending: Ending): Promise<void> {
  const { threads, untimed } = await collect(folder);
  if (threads.length === 0) {
    const how = {
      killed: `the program was killed by ${'signal' in ending ? ending.signal : ''}`,
      stopped: 'the program was busy, and had to be killed',
      exit: 'no Node that it ran loaded Heatline, or its permissions did not let it write',
    }[ending.kind === 'signal' ? 'killed' : ending.kind];
    throw new RecordingError('recording-not-finished', `No call was timed or counted: ${how}.`);
  }
  const calls = { timedCalls: { version: 1, threads, untimed } };
  await writeWhole(output, [`${JSON.stringify(calls)}\n`]);
}

/** What each thread wrote at its end; those that were killed wrote nothing. */
async function collect(folder: string): Promise<{ threads: TimedThread[]; untimed: UntimedFunction[] }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const written = texts.map((text) => JSON.parse(text) as TimedThread & { untimed: UntimedFunction[] });
  const threads = written.map(({ untimed: _, ...thread }) => thread);
  const all = written.flatMap(({ untimed }) => untimed);
  return {
    threads: threads.sort((a, b) => a.origin - b.origin || a.thread - b.thread),
    untimed: [...new Map(all.map((each) => [`${each.file}:${each.line}`, each])).values()],
  };
}
