import type { Stages } from '../../src/webview/model/steps.ts';

/** The result of all the work at once. */
export function finish<T>(work: Stages<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
