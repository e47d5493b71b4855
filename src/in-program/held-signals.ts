import type { Addon } from './frame-repair/frame-repair.ts';
import { endingSignalNumber, listenersTo } from './own-builtins.ts';
import { endingSignals } from '../recording/rendezvous.ts';

/** The signals that would end the program, except those that the program itself listens to. */
export type HeldSignals = ReturnType<typeof holdSignals>;

/**
 * Keeps signals from ending the program before the profile is taken. Node watches a signal from the first to the last
 * listener. What it calls for that is called here without any listener, so that the program counts, and hears of, only its
 * own (signal-exit counts them, to know whether it has to end the program). `addon` can count signals as they arrive; without
 * it, one that a spinning program cannot handle goes unnoticed.
 */
export function holdSignals(onSignal: (signal: NodeJS.Signals) => void, addon: Addon | undefined) {
  const watch = nodesOwn('newListener', 'startListeningIfSignal');
  const unwatch = nodesOwn('removeListener', 'stopListeningIfSignal');
  const unhandled = countUnhandled(addon);
  let isArmed = true;
  const arm = (): void => {
    for (let at = 0; isArmed && at < endingSignals.length; at++) {
      const signal = endingSignals[at];
      if (listenersTo(signal) > 0) continue;
      watch(signal);
      unhandled.watch(signal);
    }
  };
  return {
    /** Holds those that are not held yet. */
    arm,
    /** One that arrived while it was held and was not handled. */
    missed: () => unhandled.take(),
    /**
     * Back to the system's default, where the program itself does not listen. Gives a signal that arrived while it was held
     * and was not handled, as the program spins: nothing else will end the program by it.
     */
    disarm: () => {
      isArmed = false;
      // Leaves those alone to which the program listens.
      for (let at = 0; at < endingSignals.length; at++) unwatch(endingSignals[at]);
      return unhandled.take();
    },
    /** Holds them again, if they were let go. */
    rearm: () => {
      if (isArmed) return;
      isArmed = true;
      arm();
    },
    /** Handles a signal for which the program has no listener, given the arguments of `emit`; false for anything else. */
    take: (args: readonly unknown[]) => {
      const signal = args[0] as NodeJS.Signals;
      // The program may emit an event named like a signal; only Node passes the signal's number.
      if (endingSignalNumber(signal) === undefined || typeof args[2] !== 'number') return false;
      unhandled.handled(signal);
      if (listenersTo(signal) > 0) return false;
      onSignal(signal);
      return true;
    },
  };
}

/** Node's own listener of an event of `process`, by its name. A Node without it holds no signals back. */
function nodesOwn(event: string, name: string): (signal: NodeJS.Signals) => void {
  const listeners = process.rawListeners(event) as ((signal: NodeJS.Signals) => void)[];
  return listeners.find((listener) => listener.name === name) ?? (() => undefined);
}

/** Which signals have arrived, and were not handled by JavaScript yet? Without an addon: none. */
function countUnhandled(addon: Addon | undefined) {
  const handled = Object.create(null) as Record<string, number | undefined>;
  const arrivals = (signal: NodeJS.Signals): number => addon?.arrivalsOf(endingSignalNumber(signal) ?? 0) ?? 0;
  return {
    watch: (signal: NodeJS.Signals) => addon?.countArrivals(endingSignalNumber(signal) ?? 0),
    // Only while it is watched: what arrives otherwise is not counted.
    handled: (signal: NodeJS.Signals) => {
      const count = (handled[signal] ?? 0) + 1;
      const arrived = arrivals(signal);
      handled[signal] = count < arrived ? count : arrived;
    },
    /** One that was not handled and to which the program does not listen; from now on all count as handled. */
    take: () => {
      let missed: NodeJS.Signals | undefined;
      for (let at = 0; at < endingSignals.length; at++) {
        const signal = endingSignals[at];
        const arrived = arrivals(signal);
        if (listenersTo(signal) === 0 && arrived > (handled[signal] ?? 0)) missed ??= signal;
        handled[signal] = arrived;
      }
      return missed;
    },
  };
}
