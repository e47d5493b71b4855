import type ChildProcess from 'node:child_process';
import { loadModule } from './node-bindings.ts';
import { listenersTo, Number, ownPid, platform, readdirSync, signalNumbers, signalOf, String } from './own-builtins.ts';

/** Signals whose default action does not end the program: ignore, stop or continue. */
const survivedNumbers = signalNumbers([
  ...(['SIGCHLD', 'SIGCONT', 'SIGPIPE', 'SIGPROF', 'SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU'] as const),
  ...(['SIGURG', 'SIGUSR1', 'SIGWINCH'] as const),
]);

type Kill = (pid: number, signal: number) => number;

/**
 * Sends a signal that the program sends to itself and survives, such as SIGTSTP for Ctrl-Z in a readline prompt; returns
 * what `process._kill` does, or undefined where the signal is another. Node takes every signal to oneself without a
 * listener as the end and runs its exit hooks first (`Kill`, node/src/node_process_methods.cc), after which the inspector
 * accepts no connection and waits for the recorder to leave it. Node looks at the process id only: on Linux the id of any
 * other thread reaches the same process without that, elsewhere another process has to send the signal.
 */
export function sendSurvivedSignal(kill: Kill, pid: number, number: number, system = platform): number | undefined {
  if (pid !== ownPid || system === 'win32') return undefined;
  const signal = signalOf(survivedNumbers, number);
  if (signal === undefined || listenersTo(signal) > 0) return undefined;
  try {
    const thread = system === 'linux' ? otherThread() : undefined;
    if (thread !== undefined) return kill(thread, number);
    // Loading this costs every program milliseconds, and nearly none needs it.
    const { spawnSync } = loadModule('node:child_process') as typeof ChildProcess;
    return spawnSync('kill', [`-${number}`, String(pid)], { stdio: 'ignore' }).status === 0 ? 0 : undefined;
  } catch {
    return undefined; // not permitted: Node's own way, after which nothing more is recorded
  }
}

function otherThread(): number | undefined {
  const threads = readdirSync('/proc/self/task');
  for (let at = 0; at < threads.length; at++) {
    const thread = Number(threads[at]);
    if (thread !== ownPid) return thread;
  }
  return undefined;
}
