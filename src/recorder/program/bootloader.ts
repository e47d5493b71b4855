import { setTimeout as sleep } from 'node:timers/promises';
import { holdObject } from '../inspector/ask-program.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { HANDLE_SYMBOL, type ProgramHandle } from '../../recording/index.ts';

const RETRY_MS = 20;
/**
 * A program that ends nearly always does so at the first call. Another one that comes in just as it closes its inspector
 * may crash Node: see `hideInspector`.
 */
const RETRY_AT_END_MS = 250;

/** The bootloader leaves it before it waits. Programs may poison the methods of arrays, and what is loaded before it too. */
const FIND_ENTRY = `(() => {
  const symbols = Object.getOwnPropertySymbols(process);
  for (let at = 0; at < symbols.length; at++)
    if (symbols[at].description === '${HANDLE_SYMBOL}') return process[symbols[at]];
})()`;

/** What the bootloader left in a program for us to call, and the connection over which it is called. */
export type Bootloader = Awaited<ReturnType<typeof findBootloader>>;

/**
 * Finds it in a program that waits for us. It is held by its id from then on: the program may take away `process`, or what
 * finds something in it. Rejects when the program is gone.
 */
export async function findBootloader(connection: InspectorConnection) {
  const lost = (): Promise<never> => Promise.reject(new Error('the program has taken it away'));
  const ask = (await holdObject(connection, FIND_ENTRY, false)) ?? lost;
  /** Its answer; undefined when the program is gone. Also while the program spins. */
  const call = (method: keyof ProgramHandle): Promise<unknown> =>
    ask(`return this.handle && this.handle.${method}();`).catch(() => undefined);
  return {
    connection,
    call,
    /** Lets a program that the bootloader holds begin. Resolves when it runs or is already gone. */
    resumeAtStart: () =>
      resumeUntil(connection, async () => (await ask('return this.handle !== undefined;')) === true, RETRY_MS),
    /** Lets a program that the bootloader holds end. Resolves when it has closed its inspector. */
    resumeAtEnd: async () => {
      await call('release');
      await resumeUntil(connection, () => Promise.resolve(false), RETRY_AT_END_MS);
    },
  };
}

/**
 * The bootloader says that it waits just before it does, and Node ignores a call that comes before the wait, so the call
 * is repeated until it has had its effect. A connection that ends is no failure: the program has ended.
 */
async function resumeUntil(connection: InspectorConnection, isDone: () => Promise<boolean>, retryMs: number) {
  try {
    for (;;) {
      await connection.send('Runtime.runIfWaitingForDebugger');
      if (await isDone()) return;
      await sleep(retryMs, undefined, { ref: false });
    }
  } catch {
    // The program is gone.
  }
}
