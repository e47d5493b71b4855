import { isAlive } from '../recording/rendezvous.ts';

/** How often is looked whether the recorder was heard of, in milliseconds; it speaks up every second. */
const LOOK_EVERY_MS = 3000;

/**
 * Ends the program when its recorder is gone (killed, or VS Code's window was reloaded): it would run on unseen, its V8
 * log growing without end. Returns what to call whenever the recorder speaks up. One that is silent is looked for, and
 * only when there is none the program is asked to end, and killed if it has not by the next look. Runs inside the
 * program; one that spins without an end never gets to it.
 */
export function endWithoutRecorder(recorder: number): () => void {
  let wasHeard = true;
  let wasAsked = false;
  setInterval(() => {
    if (wasHeard || isAlive(recorder)) {
      wasHeard = false;
      return;
    }
    process.kill(process.pid, wasAsked ? 'SIGKILL' : 'SIGTERM');
    wasAsked = true;
  }, LOOK_EVERY_MS).unref();
  return () => {
    wasHeard = true;
  };
}
