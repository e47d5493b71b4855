import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { completeLog } from './complete-log.ts';
import type { Sampler } from './inspector-sampler.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import { LoggedTexts } from './logged-texts.ts';
import { resumeAtStart } from './resume.ts';
import type { Microseconds } from '../core/index.ts';
import { type ReadyNote, type RecordedScript, RecordingError } from '../recording/index.ts';

/** A log that grows beyond this ends the recording, in bytes. */
export const V8_LOG_LIMIT = 2 * 1024 ** 3;

/** The end of the logs' names; V8 puts `isolate<address>-<pid>-` before it. */
const LOG_NAME = 'program.v8log';

/** The log's path: the recording's, ending in `.v8log`. */
export function v8LogPath(output: string): string {
  return output.replace(/(\.(cpuprofile|v8log))?$/, '.v8log');
}

/**
 * Makes the folder in which V8 writes the logs of a recording, beside the recording so that they need only be renamed.
 * V8 opens its files for everybody to read and through links; in here nobody else gets to them, from the first byte on.
 */
export async function makeLogFolder(output: string): Promise<string> {
  const parent = path.dirname(output);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    return await mkdtemp(path.join(parent, '.heatline-'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordingError('output-not-writable', `The recording cannot be written to ${parent}: ${reason}.`);
  }
}

/** How often to look for new scripts in the log, in milliseconds: their files may be edited while the program runs. */
const LOOK_EVERY = 1000;

/**
 * Flags that make V8 write its log. Without the text of scripts, which `--prof` asks for: V8 escapes it one character after
 * the other, in the program's time. Without Sparkplug, whose position tables in the log are broken. V8 expands `%p` and
 * `%t` in the file's name, and puts `isolate<address>-<pid>-` before it: each thread of the program has its own log.
 */
export function v8LogFlags(folder: string, interval: Microseconds): string[] {
  return [
    '--prof',
    '--no-log-source-code',
    '--log-source-position',
    '--no-sparkplug',
    '--logfile-per-isolate',
    `--logfile=${path.join(folder, LOG_NAME).replaceAll('%', '%%')}`,
    `--prof-sampling-interval=${interval}`,
  ];
}

/**
 * Lets the program run. The inspector serves only to evaluate, to see the end and to tell texts: its Profiler would stop
 * the log.
 */
export async function startV8LogSampler(
  connection: InspectorConnection,
  { anchorUs }: ReadyNote,
  folder: string,
  output: string,
): Promise<Sampler> {
  const file = v8LogPath(output);
  // The program has no worker threads yet: what is there now is the main thread's log.
  const [mainLog = path.join(folder, LOG_NAME)] = await threadLogs(folder);
  await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
  const texts = followTexts(connection, mainLog, anchorUs);
  await resumeAtStart(connection);
  return {
    collects: 'samples',
    savesAfterExit: true,
    log: mainLog,
    size: async () => sizeOf(await threadLogs(folder)),
    take: async () => {
      await texts.askProgram();
      return {
        scripts: [],
        // V8 keeps the end of its log to itself until the program ends.
        scriptsAtEnd: texts.atEnd,
        save: async (facts) => {
          const diagnostics = await completeLog(mainLog, facts);
          await chmod(mainLog, 0o600); // names of files and functions are in it
          await rename(mainLog, file);
          await rm(folder, { recursive: true, force: true });
          return { recording: file, diagnostics };
        },
      };
    },
  };
}

/** Looks for the texts of scripts while the program runs. Whatever goes wrong, the samples are worth keeping without them. */
function followTexts(
  connection: InspectorConnection,
  log: string,
  anchorUs: Microseconds,
): { readonly askProgram: () => Promise<void>; readonly atEnd: () => Promise<readonly RecordedScript[]> } {
  const clockAt = Date.now() - (Number(process.hrtime.bigint() / 1000n) - anchorUs) / 1000;
  const opened = LoggedTexts.open(log, clockAt);
  let work: Promise<void> = Promise.resolve();
  const then = (next: (texts: LoggedTexts) => Promise<void>): Promise<void> =>
    (work = work.then(async () => next(await opened)).catch(() => undefined));
  const look = (): Promise<void> => then((texts) => texts.look());
  const timer = setInterval(() => void look(), LOOK_EVERY).unref();
  void connection.closed.then(() => clearInterval(timer));
  return {
    askProgram: async () => {
      clearInterval(timer);
      await look();
      await then((texts) => texts.ask(connection));
    },
    atEnd: async () => {
      await look();
      const notes = await opened.then((texts) => texts.notes()).catch(() => []);
      await then((texts) => texts.close());
      return notes;
    },
  };
}

/** Bytes of these files together. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The logs of the program's threads, and of its children that took over its flags. */
async function threadLogs(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
}
