import { setTimeout as sleep } from 'node:timers/promises';
import type { InspectorConnection } from './inspector-connection.ts';
import { type FrameRepairFacts, HANDLE_SYMBOL, type ProgramHandle, RECORDER_SCRIPT } from '../recording/index.ts';

const RETRY_MS = 20;
/**
 * A program that ends nearly always does so at the first call. Another one that comes in just as it closes its inspector
 * may crash Node: see `hideInspector`.
 */
const RETRY_AT_END_MS = 250;

/** What the bootloader left in a program for us to call. */
export interface Bootloader {
  /** Its answer; undefined when the program is gone. Also while the program spins. */
  call(method: keyof ProgramHandle): Promise<unknown>;
  /** Whether the program has begun. Rejects when it is gone. */
  hasBegun(): Promise<boolean>;
}

/** The bootloader leaves it before it waits. Programs may poison the methods of arrays, and what is loaded before it too. */
const FIND_ENTRY = `(() => {
  const symbols = Object.getOwnPropertySymbols(process);
  for (let at = 0; at < symbols.length; at++)
    if (symbols[at].description === '${HANDLE_SYMBOL}') return process[symbols[at]];
})()
//# sourceURL=${RECORDER_SCRIPT}
`;

/**
 * Finds what the bootloader left in a program that waits for us. It is held by its id from then on: the program may take
 * away `process`, or what finds something in it. Rejects when the program is gone.
 */
export async function findBootloader(connection: InspectorConnection): Promise<Bootloader> {
  const { objectId } = (await connection.send('Runtime.evaluate', { expression: FIND_ENTRY, silent: true })).result;
  const ask = async (body: string): Promise<unknown> => {
    const { result, exceptionDetails } = await connection.send('Runtime.callFunctionOn', {
      objectId,
      // Named, so that its time is not taken for the program's.
      functionDeclaration: `function () { ${body} }\n//# sourceURL=${RECORDER_SCRIPT}\n`,
      silent: true,
      returnByValue: true,
    });
    return exceptionDetails === undefined ? result.value : undefined;
  };
  return {
    call: (method) => ask(`return this.handle && this.handle.${method}();`).catch(() => undefined),
    hasBegun: async () => (await ask('return this.handle !== undefined;')) === true,
  };
}

/** Lets a program that the bootloader holds begin. Resolves when it runs or is already gone. */
export async function resumeAtStart(connection: InspectorConnection, bootloader: Bootloader): Promise<void> {
  await resumeUntil(connection, () => bootloader.hasBegun(), RETRY_MS);
}

/** Lets a program that the bootloader holds end. Resolves when it has closed its inspector. */
export async function resumeAtEnd(connection: InspectorConnection, bootloader: Bootloader): Promise<void> {
  await bootloader.call('release');
  await resumeUntil(connection, () => Promise.resolve(false), RETRY_AT_END_MS);
}

/** What came of the frame repair, as the bootloader tells it; undefined when nobody answers. */
export async function askFrameRepair(bootloader: Bootloader): Promise<FrameRepairFacts | undefined> {
  // The bootloader's own, and readers check what they find.
  return (await bootloader.call('frameRepair')) as FrameRepairFacts | undefined;
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
