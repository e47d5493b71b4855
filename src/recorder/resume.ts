import { setTimeout as sleep } from 'node:timers/promises';
import { askProgram } from './ask-program.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import { type FrameRepairFacts, HANDLE_SYMBOL, type ProgramHandle } from '../recording/index.ts';

const RETRY_MS = 20;
/**
 * A program that ends nearly always does so at the first call. Another one that comes in just as it closes its inspector
 * may crash Node: see `hideInspector`.
 */
const RETRY_AT_END_MS = 250;

/** Lets a program that the bootloader holds begin. Resolves when it runs or is already gone. */
export async function resumeAtStart(connection: InspectorConnection): Promise<void> {
  await resumeUntil(
    connection,
    async () => {
      // The bootloader leaves its handle in `process` right after the wait.
      const expression = `Object.getOwnPropertySymbols(process).some((s) => s.description === '${HANDLE_SYMBOL}')`;
      return (await askProgram(connection, expression)) === true;
    },
    RETRY_MS,
  );
}

/** Lets a program that the bootloader holds end. Resolves when it has closed its inspector. */
export async function resumeAtEnd(connection: InspectorConnection): Promise<void> {
  await callBootloader(connection, 'release');
  await resumeUntil(connection, () => Promise.resolve(false), RETRY_AT_END_MS);
}

/**
 * Calls what the bootloader left in the program for the recorder; also while the program spins. Gives the answer; undefined
 * when the program is gone.
 */
export async function callBootloader(connection: InspectorConnection, method: keyof ProgramHandle): Promise<unknown> {
  const expression = `Object.getOwnPropertySymbols(process).filter((s) => s.description === '${HANDLE_SYMBOL}').map((s) => process[s].${method}())[0]`;
  try {
    return await askProgram(connection, expression);
  } catch {
    return undefined;
  }
}

/** What came of the frame repair, as the bootloader tells it; undefined when nobody answers. */
export async function askFrameRepair(connection: InspectorConnection): Promise<FrameRepairFacts | undefined> {
  // The bootloader's own, and readers check what they find.
  return (await callBootloader(connection, 'frameRepair')) as FrameRepairFacts | undefined;
}

/**
 * The bootloader says that it waits just before it does, and Node ignores a call that comes before the wait, so the call
 * is repeated until it has had its effect. A connection that ends is no failure: the program has ended.
 */
async function resumeUntil(
  connection: InspectorConnection,
  isDone: () => Promise<boolean>,
  retryMs: number,
): Promise<void> {
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
