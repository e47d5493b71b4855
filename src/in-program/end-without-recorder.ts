import { clearInterval, isProcess, ownPid, sendSignal, setInterval } from './own-builtins.ts';

/** How often to check whether the recorder was heard from, in milliseconds; it calls every second. */
const CHECK_EVERY_MS = 3000;

/**
 * Ends the program when its recorder is gone (killed, or VS Code's window was reloaded): otherwise it would run on unseen
 * while its V8 log grows. On Linux the recorder's guardian is there first, and a program that spins ends by it
 * alone; this is for all else. Returns what to call whenever the recorder is heard from, and what ends all this. If the
 * recorder is silent and its process is gone, the program is asked to end, and killed if it has not ended by the next check.
 */
export function endWithoutRecorder(recorder: number): { readonly hear: () => void; readonly end: () => void } {
  let wasHeard = true;
  let wasAsked = false;
  const timer = setInterval(() => {
    if (wasHeard || isProcess(recorder)) {
      wasHeard = false;
      return;
    }
    sendSignal(ownPid, wasAsked ? 'SIGKILL' : 'SIGTERM');
    wasAsked = true;
  }, CHECK_EVERY_MS).unref();
  return { hear: () => void (wasHeard = true), end: () => clearInterval(timer) };
}
