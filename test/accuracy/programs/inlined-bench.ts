import { rounds } from './harness.ts';
import { compute1 } from './inlined-computes.ts';

// Thirty calls, three in each function: V8 inlines only so much into one.

function threeCalls0(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls1(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls2(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls3(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls4(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls5(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls6(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls7(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls8(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

function threeCalls9(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}

let sink = 1;
rounds(20, {
  all: () => {
    sink = threeCalls0(sink, 240_000);
    sink = threeCalls1(sink, 240_000);
    sink = threeCalls2(sink, 240_000);
    sink = threeCalls3(sink, 240_000);
    sink = threeCalls4(sink, 240_000);
    sink = threeCalls5(sink, 240_000);
    sink = threeCalls6(sink, 240_000);
    sink = threeCalls7(sink, 240_000);
    sink = threeCalls8(sink, 240_000);
    sink = threeCalls9(sink, 240_000);
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
