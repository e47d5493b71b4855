import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { Stages } from './model/steps.ts';

/** Milliseconds of work between two frames: with what a frame takes to draw it fits into the time of one. */
const SLICE = 5;
/** The same while there is nothing to draw anyway: short enough that no input is felt to wait. */
const LONG_SLICE = 40;
/** Milliseconds after which nothing waits for a picture any longer. */
const LONGEST_WAIT = 500;

interface SliceOptions {
  /** Whether there is nothing to draw yet. */
  readonly isBlank?: () => boolean;
  /** Gets what the work throws, which ends it. */
  readonly giveUp?: (error: unknown) => void;
}

/**
 * Does work a slice at a time, so that frames are drawn in between; `show` gets what there is to show. The first slice
 * is done at once: short work is over on return. Returns what cancels the rest.
 */
export function runInSlices<T>(work: Stages<T>, show: (result: T) => void, options: SliceOptions = {}): () => void {
  const { isBlank = () => false, giveUp = rethrow } = options;
  let isCancelled = false;
  const next = (): IteratorResult<T | undefined, T | undefined> => {
    try {
      return work.next();
    } catch (error) {
      giveUp(error);
      return { done: true, value: undefined };
    }
  };
  const goOn = (): void => {
    const until = performance.now() + (isBlank() ? LONG_SLICE : SLICE);
    while (!isCancelled) {
      const { done, value } = next();
      if (value !== undefined) show(value);
      if (done) return;
      if (value !== undefined) return afterPicture(goOn);
      if (performance.now() >= until) return whenFree(goOn);
    }
  };
  goOn();
  return () => (isCancelled = true);
}

function rethrow(error: unknown): never {
  throw error;
}

/**
 * Works something out whenever `input` changes, in slices. What was there stays until there is something new; what was
 * under way for an older input is dropped.
 */
export function follow<I, T>(
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
export function followed<I, T>(
  input: ReadonlySignal<I | undefined>,
  begin: (input: I) => Stages<T>,
): ReadonlySignal<T | undefined> {
  const result = signal<T | undefined>(undefined);
  follow(input, begin, (next) => (result.value = next));
  return result;
}

/** As soon as the browser has done what is more urgent: input, and a frame when it is time for one. */
function whenFree(task: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(task);
  else setTimeout(task);
}

/**
 * When what changed by now is drawn and on its way to the screen: behind the second frame from now. A hidden page has no
 * frames; there it is done soon.
 */
export function afterPicture(task: () => void): void {
  let waiting: typeof task | undefined = task;
  const doOnce = (): void => {
    const now = waiting;
    waiting = undefined; // a hidden page keeps what waits for its frames
    now?.();
  };
  afterFrame(() => afterFrame(doOnce));
  setTimeout(doOnce, LONGEST_WAIT);
}

/** Right behind the next frame; the number cancels that until the frame. */
export function afterFrame(task: () => void): number {
  return requestAnimationFrame(() => setTimeout(task));
}
