import { setTimeout as sleep } from 'node:timers/promises';
import { killQuietly, type Program, type ProgramExit } from './program.ts';
import { isAlive } from '../recording/index.ts';

/** How long a program that was asked to end may take before it is killed. */
const GRACE_MS = 1500;
/** How long after its last word or its inspector's end a process may take to be gone. */
const EXIT_WAIT_MS = 10_000;
/** How often is looked whether a process is gone that is not our child: one that is about to end, and one that runs. */
const LOOK_EVERY_MS = 20;
const LOOK_AT_RUNNING_EVERY_MS = 250;

/** Asks a program to end, and kills it if it does not. `gone`: it has ended, so that its id may be another's by now. */
export function endProgram(pid: number, gone: AbortSignal): void {
  if (gone.aborted) return;
  killQuietly(pid, 'SIGTERM');
  const timer = setTimeout(() => killQuietly(pid, 'SIGKILL'), GRACE_MS);
  gone.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/**
 * How a program ended, as far as the system tells. `mayRunOn`: it may have long to go, and is waited for as long as it
 * takes; otherwise for as long as a process may take to end.
 */
export async function waitForExit(program: Program, pid: number, mayRunOn: boolean): Promise<ProgramExit> {
  if (!program.isOurs) {
    await (mayRunOn ? waitForDeath(pid, Infinity, LOOK_AT_RUNNING_EVERY_MS) : waitForDeath(pid, EXIT_WAIT_MS));
    return {};
  }
  if (mayRunOn) return program.exited;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<ProgramExit>((resolve) => {
    timer = setTimeout(() => resolve({}), EXIT_WAIT_MS);
  });
  const exit = await Promise.race([program.exited, late]);
  clearTimeout(timer);
  return exit;
}

/** Looks until a process is gone; times in milliseconds. */
async function waitForDeath(pid: number, limit: number, every = LOOK_EVERY_MS): Promise<void> {
  const deadline = performance.now() + limit;
  while (isAlive(pid) && performance.now() < deadline) await sleep(every);
}
