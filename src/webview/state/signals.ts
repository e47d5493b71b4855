import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import { runInSlices } from '../in-slices.ts';
import type { Stages } from '../model/steps.ts';

/** A signal as everybody but its owner sees it. */
export const readOnly = <T>(owned: Signal<T>): ReadonlySignal<T> => owned;

/** What sets a signal, for owners that let it be set to anything. */
export const setter =
  <T>(owned: Signal<T>) =>
  (next: T): void => {
    owned.value = next;
  };

/**
 * Computes something in slices whenever `input` changes. What was shown stays until there is something new; work under
 * way for an older input is dropped.
 */
export function effectInSlices<I, T>(
  input: ReadonlySignal<I | undefined>,
  begin: (input: I) => Stages<T>,
  show: (result: T | undefined) => void,
): void {
  effect(() => {
    const wanted = input.value;
    return untracked(() => {
      if (wanted !== undefined) return runInSlices(begin(wanted), show);
      show(undefined);
      return undefined;
    });
  });
}

/** The same as a signal. */
export function computedInSlices<I, T>(
  input: ReadonlySignal<I | undefined>,
  begin: (input: I) => Stages<T>,
): ReadonlySignal<T | undefined> {
  const result = signal<T | undefined>(undefined);
  effectInSlices(input, begin, (next) => (result.value = next));
  return result;
}
