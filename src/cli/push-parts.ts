import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Microseconds } from '../core/index.ts';
import { reasonOf } from '../recording/index.ts';
import type { RecordingSession } from '../recorder/index.ts';
import { ServerError } from '../servers/index.ts';

/** What became of a part. */
export interface PartAnswer {
  /** Where it ended, if the server has it, or may have it. */
  readonly until?: Microseconds;
  /** Why it was not sent, or may not have been. */
  readonly reason?: string;
}

/** A part that can be sent. `end`: in its recording. */
export interface PreparedPart {
  readonly end: Microseconds;
  readonly push: (signal?: AbortSignal) => Promise<void>;
}

interface PartOptions {
  /** Milliseconds from the end of one part to the start of the next. */
  readonly every: number;
  /** Sends what is in the recording's folder from a time on, in less time once the recording is over. */
  readonly sendPart: (folder: string, from: Microseconds, over: AbortSignal) => Promise<PartAnswer>;
  readonly tell: (text: string) => void;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Sends a recording part by part for as long as its program runs; until where it was sent. One part is under way at a time. What
 * the server did not take goes with the next part. What it may have taken is not sent again, since it would count twice.
 */
export async function pushParts(
  { folder, finished }: Pick<RecordingSession, 'folder' | 'finished'>,
  { every, sendPart, tell, wait = (ms) => delay(ms, undefined, { ref: false }) }: PartOptions,
): Promise<Microseconds> {
  let sent = 0;
  const over = new AbortController();
  const end = (): void => over.abort();
  const ended = finished.then(end, end);
  for (;;) {
    await Promise.race([wait(every), ended]);
    if (over.signal.aborted || folder === undefined) return sent;
    const { until, reason } = await sendPart(folder, sent, over.signal);
    sent = until ?? sent;
    if (reason === undefined) continue;
    if (until !== undefined) tell(`${reason} The server may have this part, so it is not sent again.`);
    // The folder of a recording that is over is gone, and all that was not sent is sent then.
    else if (!over.signal.aborted) tell(`${reason} What was not sent goes with the next part.`);
  }
}

/**
 * Sends a part in a process of its own, by the words of its command: this one records meanwhile, and is not held by it. Never
 * rejects.
 */
export function askForPart(words: readonly string[], over: AbortSignal): Promise<PartAnswer> {
  return new Promise((resolve) => {
    // Ctrl-C ends the recording, not what is being sent.
    const how = { stdio: 'ignore', detached: true, windowsHide: true } as const;
    const child = fork(__filename, words, how);
    child.unref();
    child.channel?.unref();
    // One part is under way at a time.
    over.onabort = () => {
      if (child.connected) child.send('over');
    };
    const fail = (reason: string): void => resolve({ reason });
    child.once('message', (answer) => resolve(answer as PartAnswer));
    child.once('error', (error) => fail(reasonOf(error)));
    child.once('exit', () => fail('A part of the recording could not be sent.'));
  });
}

/** Milliseconds that a part is waited for whose recording is over. */
const LAST_PATIENCE_MS = 15_000;

/** The other end of {@link askForPart}. */
export async function answerPart(preparing: Promise<PreparedPart>): Promise<void> {
  process.once('disconnect', () => process.exit());
  const patience = new AbortController();
  let isSending = false;
  process.once('message', () => {
    // All that was not sent is sent then.
    if (!isSending) process.disconnect();
    const late = new ServerError(`The server did not answer within ${LAST_PATIENCE_MS / 1000} s.`, undefined, true);
    setTimeout(() => patience.abort(late), LAST_PATIENCE_MS).unref();
  });
  let answer: PartAnswer;
  try {
    const { end: until, push } = await preparing;
    isSending = true;
    answer = await push(patience.signal).then(
      () => ({ until }),
      (error: unknown) => {
        const isUncertain = error instanceof ServerError && error.isUncertain;
        return { reason: reasonOf(error), ...(isUncertain && { until }) };
      },
    );
  } catch (error) {
    answer = { reason: reasonOf(error) };
  }
  process.send?.(answer);
  process.disconnect();
}
