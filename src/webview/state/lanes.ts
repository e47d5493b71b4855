import { signal } from '@preact/signals';
import type { ThreadId } from '../../core/index.ts';
import { type LaneChart, openAtFirst } from '../model/chart-flame.ts';
import { readOnly, setter } from './signals.ts';

/** Which threads of the chart the user opened (true) or closed (false), by their numbers. */
export type Lanes = Readonly<Record<ThreadId, boolean>>;

/** Owns which threads of the chart show their stacks. */
export function createLanes() {
  const toggled = signal<Lanes>({});
  return {
    toggled: readOnly(toggled),
    /** Whether a thread is open: as the user wants it, else by what there is room for. */
    isOpen: (lanes: readonly LaneChart[]): ((thread: ThreadId) => boolean) => {
      const wanted = toggled.value;
      const first = openAtFirst(lanes);
      return (thread) => wanted[thread] ?? first.has(thread);
    },
    /** Opens or closes some threads. */
    set: (threads: readonly ThreadId[], isOpen: boolean): void => {
      toggled.value = { ...toggled.value, ...Object.fromEntries(threads.map((thread) => [thread, isOpen])) };
    },
    reset: setter(toggled),
  };
}
export type LanesState = ReturnType<typeof createLanes>;
