import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { finishLog } from '../disk/complete-log.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { readRange } from '../disk/read-range.ts';
import type { Sampler } from './sampler.ts';
import { askScripts } from '../scripts/ask-scripts.ts';
import { noteLogged, openLoggedTexts } from '../scripts/logged-texts.ts';
import {
  type AskProgram,
  type FollowedThread,
  ScriptTexts,
  WORTH_AT_END,
  WORTH_WHILE_RUNNING,
} from '../scripts/script-texts.ts';
import type { Microseconds } from '../../core/index.ts';
import { LOG_NAME, NO_BASELINE, RecordingError } from '../../recording/index.ts';

/** At so many bytes the logs of a recording end. */
export const V8_LOG_LIMIT = 2 * 1024 ** 3;

/** How often to look for new scripts in the log, in milliseconds: their files may be edited while the program runs. */
const LOOK_EVERY = 500;
/** When besides: a short program waits at its end until all that its log has by then is looked at. */
const FIRST_LOOK = 50;
/** When besides to ask as well, in milliseconds: what a short program evaluated may be collected before its end. */
const EARLY_ASKS = [150, 400];

/**
 * Flags that make V8 write its log. Without the text of scripts, which `--prof` asks for: V8 escapes it one character after
 * the other, in the program's time. Without Sparkplug, whose positions are not in the log: the bootloader allows it again where
 * it can note them. V8 puts the time for `%t` in the file's name, and `isolate<address>-<pid>-` before it: each thread of the
 * program has its own log, also one whose isolate is at the address of an earlier one.
 */
export function v8LogFlags(folder: string, interval: Microseconds, more: readonly string[] = []): string[] {
  return [
    '--prof',
    '--no-log-source-code',
    '--log-source-position',
    NO_BASELINE,
    '--logfile-per-isolate',
    `--logfile=${path.join(folder, '').replaceAll('%', '%%')}${path.sep}%t-${LOG_NAME}`,
    ...more,
    // Last: up to here a program's flags are ours (`hide.ts`).
    `--prof-sampling-interval=${interval}`,
  ];
}

/**
 * Flags with which V8 logs causes as well: accesses to properties, the shapes of objects, and why it throws code out. With these a
 * program takes 1.2 to 2 times its time. Up to Node 24 V8 also prints each piece of code that it throws out; `traces` is the file for that.
 * V8 opens it anew each time and aborts the program where it cannot, so that its folder has to stay, and without a file nothing is told of
 * code that is thrown out.
 */
export function causeFlags(traces: string | undefined): string[] {
  return [
    '--log-ic',
    '--log-maps',
    '--no-log-maps-details',
    ...(traces === undefined ? [] : ['--log-deopt', '--redirect-code-traces', `--redirect-code-traces-to=${traces}`]),
  ];
}

/** A thread whose V8 log is followed. */
export interface LoggedThread extends Pick<FollowedThread, 'files' | 'journal'> {
  /** Undefined where there is none. */
  readonly connection: InspectorConnection | undefined;
  /** When it ran the clock script, on the clock of `process.hrtime`. */
  readonly anchorUs: Microseconds | undefined;
  /** Gives the path of its log; rejects as long as that cannot be told. */
  readonly findLog: () => Promise<string>;
}

/**
 * Stands for the V8 log of a thread, which V8 writes by itself, and looks for the texts of its scripts while the program runs. The
 * inspector, where there is one, serves only to see the end and to tell texts: its Profiler would stop the log.
 */
export function v8LogSampler({ connection, anchorUs, findLog, journal, files }: LoggedThread): Sampler {
  const now = Number(process.hrtime.bigint() / 1000n);
  const clockAt = Date.now() - (now - (anchorUs ?? now)) / 1000;
  let opened: Awaited<ReturnType<typeof openLoggedTexts>> | undefined;
  const open = async () => {
    const log = await findLog();
    journal.append({ log: path.basename(log) });
    return openLoggedTexts(log, clockAt);
  };
  const scripts = async () => (opened ??= await open()).scripts();
  const texts = new ScriptTexts({ files, journal, scripts, needsText: () => true, note: noteLogged });
  const ask: AskProgram | undefined = connection && ((...asked) => askScripts(connection, ...asked));
  const timers = [
    setInterval(() => void texts.look(WORTH_WHILE_RUNNING, ask), LOOK_EVERY),
    setTimeout(() => void texts.look(), FIRST_LOOK),
    ...EARLY_ASKS.map((after) => setTimeout(() => void texts.look(WORTH_WHILE_RUNNING, ask), after)),
  ].map((timer) => timer.unref());
  const stopLooking = (): void => timers.forEach(clearTimeout);
  void connection?.closed.then(stopLooking);
  return {
    savesAfterExit: true,
    take: async () => {
      stopLooking();
      await texts.look(WORTH_AT_END, ask);
      return {
        // V8 keeps the end of its log to itself until the program ends.
        scripts: async () => {
          await texts.look();
          await opened?.close();
          return texts.notes();
        },
        write: async (_file, facts) => finishLog(await findLog(), facts, files.natives),
      };
    },
  };
}

/** The logs in a folder that V8 wrote for the threads of a process. */
export async function logsOfProcess(folder: string, pid: number): Promise<string[]> {
  return (await logsIn(folder)).filter((file) => path.basename(file).includes(`-${pid}-`));
}

/** How much of a log is searched for a mark: V8 begins with some thousand lines about its own code. */
const SEARCHED_BYTES = 4 * 1024 * 1024;

/** Tells by marks in their beginnings which thread a log belongs to. Logs grow: each piece of them is read once. */
export class MarkedLogs {
  /** By path. */
  readonly #looks = new Map<string, { readonly searched: number; readonly mark?: string | undefined }>();

  /** The one of these logs that has a mark. Rejects with a {@link RecordingError} where none has it yet. */
  async find(logs: readonly string[], mark: string): Promise<string> {
    for (const log of logs) if ((await this.#markOf(log)) === mark) return log;
    throw new RecordingError('log-not-written', 'V8 wrote no log of a worker thread.');
  }

  /** Undefined where it is not written yet, or nowhere in the beginning. */
  async #markOf(log: string): Promise<string | undefined> {
    const { searched, mark: known } = this.#looks.get(log) ?? { searched: 0 };
    if (known !== undefined || searched >= SEARCHED_BYTES) return known;
    const from = Math.max(0, searched - LONGEST_MARK);
    const piece = await readRange(log, from, SEARCHED_BYTES);
    const at = piece.indexOf(THREAD_MARK);
    const mark = at < 0 ? undefined : /^[^:]*:[^:]*:/.exec(piece.toString('latin1', at, at + LONGEST_MARK))?.[0];
    this.#looks.set(log, { searched: from + piece.length, mark });
    return mark;
  }
}

/** With the number of the thread, in bytes. */
const LONGEST_MARK = 64;

/** Name of a script that a thread runs first, so that its log has it. */
export const markOfThread = (id: number): string => `${THREAD_MARK}${id}:`;
const THREAD_MARK = 'heatline:thread-';

/** How many bytes the logs in a folder have together. */
export async function sizeOfLogs(folder: string): Promise<number> {
  let bytes = 0;
  for (const log of await logsIn(folder)) bytes += (await stat(log).catch(() => undefined))?.size ?? 0;
  return bytes;
}

/** The logs of all threads, and of children that took over the flags. */
async function logsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(LOG_NAME)).map((name) => path.join(folder, name));
}
