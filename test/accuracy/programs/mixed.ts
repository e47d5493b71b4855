import { finish, phase } from './harness.ts';

/** Iterations of about 50 µs; the methods are named for their time relative to each other. */
const UNIT = 60_000;
let sink = 1;

function m1(): void {
  let x = sink;
  for (let i = 0; i < 1 * UNIT; i++) x = (Math.imul(x, 31) + i) | 0; // @m1
  sink = x;
}

function m50(): void {
  let x = sink;
  for (let i = 0; i < 50 * UNIT; i++) x = (Math.imul(x, 31) + i) | 0; // @m50
  sink = x;
}

function m100(): void {
  let x = sink;
  for (let i = 0; i < 100 * UNIT; i++) x = (Math.imul(x, 31) + i) | 0; // @m100
  sink = x;
}

function m500(): void {
  let x = sink;
  for (let i = 0; i < 500 * UNIT; i++) x = (Math.imul(x, 31) + i) | 0; // @m500
  sink = x;
}

function inOrder(): void {
  phase('m100', m100);
  phase('m1', m1);
  phase('m100', m100);
  phase('m500', m500);
  phase('m1', m1);
  phase('m100', m100);
  phase('m1', m1);
  phase('m50', m50);
  phase('m50', m50);
}

for (let k = 0; k < 24; k++) inOrder();
finish();
process.exitCode = sink === 0.5 ? 1 : 0;
