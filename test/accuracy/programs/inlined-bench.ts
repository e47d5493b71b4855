import { rounds } from './harness.ts';
import { compute1 } from './inlined-computes.ts';

function thirtyCalls(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

let sink = 1;
rounds(60, {
  all: () => {
    sink = thirtyCalls(sink, 36000);
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
