import type { Stages } from './model/steps.ts';

/** Milliseconds of work between two frames: short enough that a frame is still drawn in time. */
const SLICE = 5;
/** The same while there is nothing to draw anyway: short enough that no input is felt to wait. */
const LONG_SLICE = 40;
/** Milliseconds after which nothing waits for a picture any longer. */
const LONGEST_WAIT = 500;

/**
 * Does work a slice at a time, so that frames are drawn in between; `show` gets each result. The first slice is done
 * at once: short work is over on return. `isBlank`: whether there is nothing to draw yet. Returns what cancels the rest.
 */
export function runInSlices<T>(work: Stages<T>, show: (result: T) => void, isBlank = () => false): () => void {
  let isCancelled = false;
  const goOn = (): void => {
    const until = performance.now() + (isBlank() ? LONG_SLICE : SLICE);
    while (!isCancelled) {
      const { done, value } = work.next();
      if (value !== undefined) show(value);
      if (done) return;
      if (value !== undefined) return afterPicture(goOn);
      if (performance.now() >= until) return whenIdle(goOn);
    }
  };
  goOn();
  return () => (isCancelled = true);
}

/** As soon as the browser has handled what is more urgent: input, and a frame when it is time for one. */
function whenIdle(task: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(task);
  else setTimeout(task);
}

/**
 * Once everything changed so far is drawn and on its way to the screen: after the second frame from now. A hidden page
 * draws no frames; there it is after a short wait.
 */
export function afterPicture(task: () => void): void {
  let waiting: typeof task | undefined = task;
  const doOnce = (): void => {
    const now = waiting;
    waiting = undefined; // a hidden page holds on to the callbacks that wait for its frames
    now?.();
  };
  afterFrame(() => afterFrame(doOnce));
  setTimeout(doOnce, LONGEST_WAIT);
}

/** Right after the next frame. The number cancels it, as long as that frame has not been drawn. */
export function afterFrame(task: () => void): number {
  return requestAnimationFrame(() => setTimeout(task));
}
