import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOnObject, holdObject } from '../inspector/ask-program.ts';
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
export class Bootloader {
  private constructor(
    readonly connection: InspectorConnection,
    private readonly ask: CallOnObject,
  ) {}

  /**
   * Finds it in a program that waits for us. It is held by its id from then on: the program may take away `process`, or what
   * finds something in it. Rejects when the program is gone.
   */
  static async find(connection: InspectorConnection): Promise<Bootloader> {
    const lost = (): Promise<never> => Promise.reject(new Error('the program has taken it away'));
    return new Bootloader(connection, (await holdObject(connection, FIND_ENTRY, false)) ?? lost);
  }

  /** Its answer; undefined when the program is gone. Also while the program spins. */
  call(method: keyof ProgramHandle): Promise<unknown> {
    return this.ask(`return this.handle && this.handle.${method}();`).catch(() => undefined);
  }

  /** Lets a program that the bootloader holds begin. Resolves when it runs or is already gone. */
  resumeAtStart(): Promise<void> {
    return this.#resumeUntil(async () => (await this.ask('return this.handle !== undefined;')) === true, RETRY_MS);
  }

  /** Lets a program that the bootloader holds end. Resolves when it has closed its inspector. */
  async resumeAtEnd(): Promise<void> {
    await this.call('release');
    await this.#resumeUntil(() => Promise.resolve(false), RETRY_AT_END_MS);
  }

  /**
   * The bootloader says that it waits just before it does, and Node ignores a call that comes before the wait, so the call
   * is repeated until it has had its effect. A connection that ends is no failure: the program has ended.
   */
  async #resumeUntil(isDone: () => Promise<boolean>, retryMs: number): Promise<void> {
    try {
      for (;;) {
        await this.connection.send('Runtime.runIfWaitingForDebugger');
        if (await isDone()) return;
        await sleep(retryMs, undefined, { ref: false });
      }
    } catch {
      // The program is gone.
    }
  }
}
