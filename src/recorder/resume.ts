import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectorConnection } from './inspector-connection.ts';

const RETRY_MS = 20;

/** Is the bootloader past its wait? What it leaves in `process` for the recorder comes right after. */
const HAS_BEGUN = 'Object.getOwnPropertySymbols(process).some((symbol) => symbol.description === "heatline")';

/** Lets a program begin that the bootloader holds. Returns when it runs or is already gone. */
export async function resumeAtStart(connection: InspectorConnection): Promise<void> {
  await resumeUntil(connection, async () => {
    const { result } = await connection.send('Runtime.evaluate', { expression: HAS_BEGUN, silent: true });
    return result.value === true;
  });
}

/** Lets a program end that the bootloader holds. Returns when the program has closed its inspector. */
export async function resumeAtEnd(connection: InspectorConnection): Promise<void> {
  await resumeUntil(connection, () => Promise.resolve(false));
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
