import { setTimeout as sleep } from 'node:timers/promises';

/** Ends a hang, and nothing else; below the time that a test may take. */
const HANGS_AFTER_MS = 240_000;

/** Waits until it is so, however long the machine takes. `what` is told where it never comes. */
export async function until(what: string | (() => string), isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + HANGS_AFTER_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It never came: ${typeof what === 'string' ? what : what()}`);
    await sleep(20);
  }
}
