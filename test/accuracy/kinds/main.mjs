// Kinds of time that are not plain code on its way through V8's compilers: a huge function, WebAssembly, collection and
// waiting. Prints how long each took: of `blocked` by the wall's clock, of all others by the thread's own.
import { execFileSync } from 'node:child_process';
import clock from './clock.cjs';
import { hot } from './huge.mjs';

const spent = {};
function measure(name, run) {
  const before = clock.now();
  run();
  spent[name] = (spent[name] ?? 0) + clock.now() - before;
}
const TURN = 20e6;
const until = (run) => {
  const end = clock.now() + TURN;
  while (clock.now() < end) run();
};

// (func $spin (param i32) (result i32) …): adds up numbers, with a name section.
const { spin } = new WebAssembly.Instance(
  new WebAssembly.Module(
    Buffer.from(
      'AGFzbQEAAAABBgFgAX8BfwMCAQAHCAEEc3BpbgAACh4BHAEBfwNAIAFBH2wgAGohASAAQQFrIgANAAsgAQsADgRuYW1lAQcBAARzcGlu',
      'base64',
    ),
  ),
).exports;

const cell = new Int32Array(new SharedArrayBuffer(4));
const kept = new Array(2000);
let at = 0;

function allocate() {
  for (let i = 0; i < 20000; i++) kept[at++ % 2000] = { a: i, b: [i, i + 1], c: { d: i } }; // @allocation
}
function allocateToo() {
  for (let i = 0; i < 20000; i++) kept[at++ % 2000] = { a: i, b: [i, i + 1], c: { d: i } }; // @allocation-too
}
let sum = 1;
function compute() {
  for (let i = 0; i < 200000; i++) sum = (Math.imul(sum, 31) + i) | 0; // @compute
}
function waitForNobody() {
  Atomics.wait(cell, 0, 0, 20); // @atomics-wait
}
function waitForChild() {
  execFileSync('sleep', ['0.1']); // @child
}

let blocked = 0;
let child = 0;
for (let round = 0; round < 15; round++) {
  measure('compute', () => until(compute));
  measure('huge', () => until(() => hot(100000)));
  measure('wasm', () => until(() => spin(1000000)));
  measure('allocation', () => until(allocate));
  measure('allocation-too', () => until(allocateToo));
  const begin = process.hrtime.bigint();
  waitForNobody();
  blocked += Number(process.hrtime.bigint() - begin);
  if (round % 5 !== 0) continue;
  const start = process.hrtime.bigint();
  waitForChild();
  child += Number(process.hrtime.bigint() - start);
}
console.log(JSON.stringify({ ...spent, 'atomics-wait': blocked, child }));
