import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { completeLog } from './complete-log.ts';
import type { Sampler } from './inspector-sampler.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import { askLiveScripts } from './live-scripts.ts';
import { loadScripts } from './recorded-scripts.ts';
import { resumeAtStart } from './resume.ts';
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

/** Lets the program run. The inspector serves only to evaluate and to see the end: its Profiler would stop the log. */
export async function startV8LogSampler(
  connection: InspectorConnection,
  folder: string,
  output: string,
): Promise<Sampler> {
  const file = v8LogPath(output);
  // The program has no worker threads yet: what is there now is the main thread's log.
  const [mainLog = path.join(folder, LOG_NAME)] = await threadLogs(folder);
  await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
  await resumeAtStart(connection);
  return {
    collects: 'samples',
    savesAfterExit: true,
    log: mainLog,
    size: async () => sizeOf(await threadLogs(folder)),
    take: async () => ({
      scripts: await askScripts(connection, mainLog).catch(() => []),
      save: async (facts) => {
        const diagnostics = await completeLog(mainLog, facts);
        await chmod(mainLog, 0o600); // the program's sources are in it
        await rename(mainLog, file);
        await rm(folder, { recursive: true, force: true });
        return { recording: file, diagnostics };
      },
    }),
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

/** All live scripts, since only the log knows which of them have samples; those that the log names if the program is gone. */
async function askScripts(connection: InspectorConnection, log: string): Promise<RecordedScript[]> {
  const live = await askLiveScripts(connection);
  return loadScripts(live.size > 0 ? [...live.keys()] : await findLoggedUrls(log), live, new Map());
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
