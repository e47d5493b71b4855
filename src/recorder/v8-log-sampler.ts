import { appendFile, chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Sampler } from './inspector-sampler.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import { askLiveScripts } from './live-scripts.ts';
import { loadScripts } from './recorded-scripts.ts';
import { type RecordOptions } from './recording-session.ts';
import { resumeAtStart } from './resume.ts';
import { type RecordedScript, RecordingError } from '../recording/index.ts';

/** A log that grows beyond this ends the recording, in bytes. */
export const V8_LOG_LIMIT = 2 * 1024 ** 3;

type LogOptions = Pick<RecordOptions, 'interval' | 'output'>;

/** The log's path: the recording's, ending in `.v8log`. */
export function v8LogPath(output: string): string {
  return output.replace(/(\.(cpuprofile|v8log))?$/, '.v8log');
}

/**
 * Flags that make V8 write its log. Without Sparkplug, whose position tables in the log are broken. V8 expands `%p` and
 * `%t` in the file's name, and puts `isolate<address>-<pid>-` before it: each thread of the program has its own log.
 */
export function v8LogFlags(options: LogOptions): string[] {
  return [
    '--prof',
    '--log-source-code',
    '--log-source-position',
    '--no-sparkplug',
    '--logfile-per-isolate',
    `--logfile=${v8LogPath(options.output).replaceAll('%', '%%')}`,
    `--prof-sampling-interval=${options.interval}`,
  ];
}

/** Lets the program run. The inspector is for evaluating and the end only: its Profiler would end the log. */
export async function startV8LogSampler(
  connection: InspectorConnection,
  options: LogOptions,
  pid: number,
): Promise<Sampler> {
  const file = v8LogPath(options.output);
  // The program has no threads of its own yet: what is there now is the main thread's log.
  const [mainLog = file] = await isolateLogs(file, pid);
  await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
  await resumeAtStart(connection);
  return {
    collects: 'samples',
    savesAfterExit: true,
    log: mainLog,
    size: async () => sizeOf([...new Set([mainLog, ...(await isolateLogs(file, pid))])]),
    take: async () => ({
      scripts: await askScripts(connection, mainLog).catch(() => []),
      save: async (factsJson) => {
        await rename(mainLog, file).catch(() => undefined);
        for (const threadLog of await isolateLogs(file, pid)) await rm(threadLog, { force: true });
        await appendFacts(file, factsJson);
        await chmod(file, 0o600); // the program's sources are in it
        return file;
      },
    }),
  };
}

/** Bytes of these files together. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The logs of a process's threads that belong to a recording. */
async function isolateLogs(file: string, pid: number): Promise<string[]> {
  const names = await readdir(path.dirname(file)).catch(() => []);
  const ending = `-${pid}-${path.basename(file)}`;
  return names
    .filter((name) => name.startsWith('isolate') && name.endsWith(ending))
    .map((name) => path.join(path.dirname(file), name));
}

/** All live scripts: which of them have samples only the log knows. The log names them when the program is gone. */
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
