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
  readonly push: () => Promise<void>;
}

interface PartOptions {
  /** Milliseconds from the end of one part to the start of the next. */
  readonly every: number;
  /** Sends what is in the recording's folder from a time on. */
  readonly sendPart: (folder: string, from: Microseconds) => Promise<PartAnswer>;
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
  let isOver = folder === undefined;
  const over = finished.then(() => {
    isOver = true;
  });
  for (;;) {
    await Promise.race([wait(every), over]);
    if (isOver || folder === undefined) return sent;
    const { until, reason } = await sendPart(folder, sent);
    sent = until ?? sent;
    if (reason === undefined) continue;
    if (until !== undefined) tell(`${reason} The server may have this part, so it is not sent again.`);
    // The folder of a recording that is over is gone, and all that was not sent is sent then.
    else if (!isOver) tell(`${reason} What was not sent goes with the next part.`);
  }
}

/** Sends a part in a process of its own, by the words of its command: this one records meanwhile. Never rejects. */
export function askForPart(words: readonly string[]): Promise<PartAnswer> {
  return new Promise((resolve) => {
    // Ctrl-C ends the recording, not what is being sent.
    const child = fork(__filename, words, { stdio: 'ignore', detached: true });
    const fail = (reason: string): void => resolve({ reason });
    child.once('message', (answer) => resolve(answer as PartAnswer));
    child.once('error', (error) => fail(reasonOf(error)));
    child.once('exit', () => fail('A part of the recording could not be sent.'));
  });
}

/** The other end of {@link askForPart}. */
export async function answerPart(preparing: Promise<PreparedPart>): Promise<void> {
  process.once('disconnect', () => process.exit());
  let answer: PartAnswer;
  try {
    const { end: until, push } = await preparing;
    answer = await push().then(
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
