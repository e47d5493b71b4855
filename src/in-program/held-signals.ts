import { endingSignals } from '../recording/rendezvous.ts';

/** The signals that would end the program, except those that the program itself listens to. */
export interface HeldSignals {
  /** Holds those that are not held yet. */
  arm(): void;
  /** Back to the system's default, where the program itself does not listen. */
  disarm(): void;
  /** Holds them again, if they were let go. */
  rearm(): void;
  /** Handles a signal for which the program has no listener, given the arguments of `emit`; false for anything else. */
  take(args: readonly unknown[]): boolean;
}

/**
 * Keeps signals from ending the program before the profile is taken. Node listens to a signal from the first to the
 * last listener; ours is taken out of the table behind Node's back, so that the program counts only its own (as
 * signal-exit does, to know whether it has to end the program).
 */
export function holdSignals(onSignal: (signal: NodeJS.Signals) => void): HeldSignals {
  const table = process as unknown as { _events: Record<string, unknown>; _eventsCount: number };
  const ours = (): void => undefined;
  let isArmed = true;
  const arm = (): void => {
    for (const signal of isArmed ? endingSignals : []) {
      if (process.listenerCount(signal) > 0) continue;
      process.on(signal, ours);
      delete table._events[signal];
      table._eventsCount--;
    }
  };
  return {
    arm,
    disarm: () => {
      isArmed = false;
      for (const signal of endingSignals) {
        if (process.listenerCount(signal) > 0) continue;
        process.on(signal, ours);
        process.removeListener(signal, ours);
      }
    },
    rearm: () => {
      if (isArmed) return;
      isArmed = true;
      arm();
    },
    take: ([name, , number]) => {
      const signal = endingSignals.find((candidate) => candidate === name);
      // The program may emit an event named like a signal; only Node passes the signal's number.
      if (signal === undefined || typeof number !== 'number' || process.listenerCount(signal) > 0) return false;
      onSignal(signal);
      return true;
    },
  };
}
