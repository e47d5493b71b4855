import { constants } from 'node:os';
import { findAddon } from './frame-repair/frame-repair.ts';
import { endingSignals } from '../recording/rendezvous.ts';

/** The signals that would end the program, except those that the program itself listens to. */
export interface HeldSignals {
  /** Holds those that are not held yet. */
  arm(): void;
  /**
   * Back to the system's default, where the program itself does not listen. Gives a signal that arrived while it was held
   * and was not handled, as the program spins: nothing else will end the program by it.
   */
  disarm(): NodeJS.Signals | undefined;
  /** Holds them again, if they were let go. */
  rearm(): void;
  /** Handles a signal for which the program has no listener, given the arguments of `emit`; false for anything else. */
  take(args: readonly unknown[]): boolean;
}

/**
 * Keeps signals from ending the program before the profile is taken. Node listens to a signal from the first to the
 * last listener; ours is taken out of the table behind Node's back, so that the program counts only its own (as
 * signal-exit does, to know whether it has to end the program). `addon`: path of the frame repair's binary, which can count
 * signals as they arrive; where it does not load, one that a spinning program cannot handle goes unnoticed.
 */
export function holdSignals(onSignal: (signal: NodeJS.Signals) => void, addon: string): HeldSignals {
  const table = process as unknown as { _events: Record<string, unknown>; _eventsCount: number };
  const ours = (): void => undefined;
  const unhandled = countUnhandled(addon);
  let isArmed = true;
  const arm = (): void => {
    for (const signal of isArmed ? endingSignals : []) {
      if (process.listenerCount(signal) > 0) continue;
      process.on(signal, ours);
      delete table._events[signal];
      table._eventsCount--;
      unhandled.watch(signal);
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
      return unhandled.take();
    },
    rearm: () => {
      if (isArmed) return;
      isArmed = true;
      arm();
    },
    take: ([name, , number]) => {
      const signal = endingSignals.find((candidate) => candidate === name);
      // The program may emit an event named like a signal; only Node passes the signal's number.
      if (signal === undefined || typeof number !== 'number') return false;
      unhandled.handled(signal);
      if (process.listenerCount(signal) > 0) return false;
      onSignal(signal);
      return true;
    },
  };
}

/** Which signals have arrived, and were not handled by JavaScript yet. */
interface Unhandled {
  watch(signal: NodeJS.Signals): void;
  handled(signal: NodeJS.Signals): void;
  /** One that was not handled and to which the program does not listen; from now on all count as handled. */
  take(): NodeJS.Signals | undefined;
}

function countUnhandled(file: string): Unhandled {
  const addon = findAddon(file);
  const handled = new Map<NodeJS.Signals, number>();
  if (!addon) return { watch: () => undefined, handled: () => undefined, take: () => undefined };
  const arrivals = (signal: NodeJS.Signals): number => addon.arrivalsOf(constants.signals[signal]);
  return {
    watch: (signal) => addon.countArrivals(constants.signals[signal]),
    // Only while it is watched: what arrives otherwise is not counted.
    handled: (signal) => handled.set(signal, Math.min((handled.get(signal) ?? 0) + 1, arrivals(signal))),
    take: () => {
      const missed = endingSignals.find(
        (signal) => process.listenerCount(signal) === 0 && arrivals(signal) > (handled.get(signal) ?? 0),
      );
      for (const signal of endingSignals) handled.set(signal, arrivals(signal));
      return missed;
    },
  };
}
