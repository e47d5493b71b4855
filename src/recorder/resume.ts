import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectorConnection } from './inspector-connection.ts';
import { HANDLE_SYMBOL, type ProgramHandle } from '../recording/index.ts';

const RETRY_MS = 20;

/** Lets a program begin that the bootloader holds. Returns when it runs or is already gone. */
export async function resumeAtStart(connection: InspectorConnection): Promise<void> {
  await resumeUntil(connection, async () => {
    // What the bootloader leaves in `process` for the recorder comes right after the wait.
    const expression = `Object.getOwnPropertySymbols(process).some((s) => s.description === '${HANDLE_SYMBOL}')`;
    const { result } = await connection.send('Runtime.evaluate', { expression, silent: true });
    return result.value === true;
  });
}

/** Lets a program end that the bootloader holds. Returns when the program has closed its inspector. */
export async function resumeAtEnd(connection: InspectorConnection): Promise<void> {
  await callBootloader(connection, 'release');
  await resumeUntil(connection, () => Promise.resolve(false));
}

/** Calls what the bootloader left in the program for the recorder; also while the program spins. */
export async function callBootloader(connection: InspectorConnection, method: keyof ProgramHandle): Promise<void> {
  const expression = `void Object.getOwnPropertySymbols(process).forEach((s) => s.description === '${HANDLE_SYMBOL}' && process[s].${method}())`;
  await connection.send('Runtime.evaluate', { expression, silent: true }).catch(() => undefined);
}

/**
 * The bootloader says that it waits just before it does, and Node forgets a call that comes before the wait: it is
 * repeated until it had its effect. An ended connection is an ending, not a failure.
 */
async function resumeUntil(connection: InspectorConnection, isDone: () => Promise<boolean>): Promise<void> {
  try {
    for (;;) {
      await connection.send('Runtime.runIfWaitingForDebugger');
      if (await isDone()) return;
      await sleep(RETRY_MS);
    }
  } catch {
    // The program is gone.
  }
}
