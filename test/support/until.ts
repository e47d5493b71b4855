import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a hang, in milliseconds, and nothing else: less than a test may take, so that it is known what was missing. */
export const PATIENCE = 240_000;

/** Waits until it is so, however long the machine takes. `what` is told where it never comes. */
export async function until(what: string | (() => string), isSo: () => boolean | Promise<boolean>): Promise<void> {
  await waitFor(what, isSo);
}

/** Calls `read` until it gives something other than undefined and false; that. */
export async function waitFor<T>(
  what: string | (() => string),
  read: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) throw new Error(`It never came: ${typeof what === 'string' ? what : what()}`);
    await sleep(20);
  }
}
