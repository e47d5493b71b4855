import { appendFile, chmod, mkdir, mkdtemp, open, readdir, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { InspectorConnection } from './inspector-connection.ts';
import { askLiveScripts, type LiveScript } from './live-scripts.ts';
import { loadScripts } from './recorded-scripts.ts';
import type { Sampler } from './sampler.ts';
import type { Microseconds } from '../core/index.ts';
import { type RecordedScript, RecordingError } from '../recording/index.ts';

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

/**
 * Flags that make V8 write its log. Without Sparkplug, whose position tables in the log are broken. V8 expands `%p` and
 * `%t` in the file's name, and puts `isolate<address>-<pid>-` before it: each thread of the program has its own log.
 */
export function v8LogFlags(folder: string, interval: Microseconds): string[] {
  return [
    '--prof',
    '--log-source-code',
    '--log-source-position',
    '--no-sparkplug',
    '--logfile-per-isolate',
    `--logfile=${path.join(folder, LOG_NAME).replaceAll('%', '%%')}`,
    `--prof-sampling-interval=${interval}`,
  ];
}

/**
 * Stands for the V8 log of a thread, which V8 writes by itself. The inspector, where there is one, serves only to see the
 * end and to ask for scripts: its Profiler would stop the log. `find`: gives the log's path once the thread has ended.
 */
export function v8LogSampler(connection: InspectorConnection | undefined, find: () => Promise<string>): Sampler {
  return {
    collects: 'samples',
    savesAfterExit: true,
    take: async () => ({
      scripts: await askScripts(connection, find).catch(() => []),
      seal: async (_file, factsJson) => {
        const log = await find();
        await appendFacts(log, factsJson);
        await chmod(log, 0o600); // the program's sources are in it
        return { format: 'v8log', file: log, profileEnd: NaN };
      },
    }),
  };
}

/** The logs in a folder that V8 wrote for the threads of a process. */
export async function logsOfProcess(folder: string, pid: number): Promise<string[]> {
  return (await logsIn(folder)).filter((file) => path.basename(file).includes(`-${pid}-`));
}

/** How much of a log is searched for a mark: V8 begins with some thousand lines about its own code. */
const SEARCHED_BYTES = 16 * 1024 * 1024;

/** The one of these logs in whose beginning a text stands. Throws a {@link RecordingError} where none has it. */
export async function findMarkedLog(logs: readonly string[], mark: string): Promise<string> {
  for (const log of logs) {
    const stream = createReadStream(log, { encoding: 'latin1', end: SEARCHED_BYTES });
    let end = '';
    for await (const piece of stream) {
      end = end.slice(-mark.length) + String(piece);
      if (end.includes(mark)) return log;
    }
  }
  throw new RecordingError('log-not-written', 'V8 wrote no log of a worker thread.');
}

/** Bytes that all logs in a folder have together. */
export async function sizeOfLogs(folder: string): Promise<number> {
  return sizeOf(await logsIn(folder));
}

/** Bytes of these files together. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The logs of all threads, and of children that took over the flags. */
async function logsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name));
}

/** All live scripts, since only the log knows which of them have samples; those that the log names if the program is gone. */
async function askScripts(
  connection: InspectorConnection | undefined,
  find: () => Promise<string>,
): Promise<RecordedScript[]> {
  const live = connection ? await askLiveScripts(connection) : new Map<string, LiveScript>();
  return loadScripts(live.size > 0 ? [...live.keys()] : await findLoggedUrls(await find()), live, new Map());
}

/** The urls of `script-source,<id>,<url>,<text>` lines, each once. V8 writes commas and backslashes as `\x2C`, `\\`. */
async function findLoggedUrls(log: string): Promise<string[]> {
  const urls = new Set<string>();
  for await (const line of createInterface({ input: createReadStream(log), crlfDelay: Infinity })) {
    const url = /^script-source,\d+,([^,]+),/.exec(line)?.[1];
    if (url === undefined || url.startsWith('node:')) continue;
    urls.add(
      url.replace(/\\(?:x([0-9A-F]{2})|u([0-9A-F]{4})|\\)/gi, (_all, byte?: string, unit?: string) => {
        const code = byte ?? unit;
        return code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16));
      }),
    );
  }
  return [...urls];
}

/** Ends the log with one line more. A program that was killed may have left half a line. */
async function appendFacts(file: string, factsJson: string): Promise<void> {
  try {
    const log = await open(file, 'r');
    const { size } = await log.stat();
    const last = Buffer.alloc(1);
    await log.read(last, 0, 1, Math.max(0, size - 1));
    await log.close();
    await appendFile(file, `${size > 0 && last[0] !== 0x0a ? '\n' : ''}heatline,${factsJson}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecordingError(
      'log-not-written',
      `V8 wrote no log to ${path.basename(file)} in ${path.dirname(file)}: ${reason}.`,
    );
  }
}
