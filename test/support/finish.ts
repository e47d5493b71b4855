import type { Stages } from '../../src/webview/model/steps.ts';

/** Runs all stages without pausing; the result. */
export function finish<T>(work: Stages<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** What every stage of the work shows, the last one included. */
export function* shownBy<T>(work: Stages<T>): Generator<T> {
  for (;;) {
    const { done, value } = work.next();
    if (value !== undefined) yield value;
    if (done) return;
  }
}
