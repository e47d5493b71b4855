import { setTimeout as sleep } from 'node:timers/promises';
import { killQuietly, type Program, type ProgramExit } from './program.ts';
import { isAlive } from '../../recording/index.ts';

/** How long a program that was asked to end may take before it is killed. */
const GRACE_MS = 1500;
/** How long a process may take to be gone after its last note or after its inspector closed. */
const EXIT_WAIT_MS = 10_000;
/** How often to check whether a process that is not our child is gone: one that is about to end, and one that runs. */
const CHECK_EVERY_MS = 20;
const CHECK_RUNNING_EVERY_MS = 250;

/** Asks a program to end, and kills it if it does not. `gone`: it has ended; another process may have its id by now. */
export function endProgram(pid: number, gone: AbortSignal): void {
  if (gone.aborted) return;
  killQuietly(pid, 'SIGTERM');
  const timer = setTimeout(() => killQuietly(pid, 'SIGKILL'), GRACE_MS);
  gone.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/**
 * How a program ended, as far as the system tells. `mayRunOn`: it may still have work to do, so there is no time limit;
 * otherwise it gets as long as a process may take to end.
 */
export async function waitForExit(program: Program, pid: number, mayRunOn: boolean): Promise<ProgramExit> {
  if (!program.isOurs) {
    await (mayRunOn ? waitForDeath(pid, Infinity, CHECK_RUNNING_EVERY_MS) : waitForDeath(pid, EXIT_WAIT_MS));
    return {};
  }
  if (mayRunOn) return program.exited;
  return Promise.race([program.exited, sleep<ProgramExit>(EXIT_WAIT_MS, {}, { ref: false })]);
}

/** Polls until a process is gone or nobody waits any more; times in milliseconds. */
export async function waitForDeath(
  pid: number,
  limit: number,
  every = CHECK_EVERY_MS,
  enough?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + limit;
  while (isAlive(pid) && performance.now() < deadline && enough?.aborted !== true) await sleep(every);
}
