import type { Stages } from '../../src/webview/model/steps.ts';

/** Runs all stages without pausing; the result. */
export function finish<T>(work: Stages<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
