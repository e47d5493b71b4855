// A thread that computes on two lines, 2 : 3, and waits in synchronous calls on a third. `node main.cjs MILLISECONDS KIND` works so long
// by its own clock and prints, in nanoseconds without what asking the clock takes, the CPU time of the lines and for how long
// the thread was off a CPU on the third. How long it computes and waits: `even`, 2 and 1.5 ms; `work`, 2 and 0.3 ms; `wait`, 0.3
// and 2 ms; `command`, 5 ms and a child process; `timers`, the waits in one timer, each line in another: idle times between them.
'use strict';
const clock = require('../clock.cjs');
const { execFileSync } = require('node:child_process');
const { setTimeout: sleep } = require('node:timers/promises');

const [milliseconds, kind] = process.argv.slice(2);
const cell = new Int32Array(new SharedArrayBuffer(4));
/** About a tenth of a millisecond. */
const TURNS = 4e4;
let x = 1;

const parts = {
  two(length) {
    for (let i = 0; i < 2 * length * TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @two
  },
  three(length) {
    for (let i = 0; i < 3 * length * TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @three
  },
  pause(length) {
    Atomics.wait(cell, 0, 0, length); // @pause
  },
  command() {
    execFileSync('sleep', ['0.003']); // @command
  },
};
const pauseName = kind === 'command' ? 'command' : 'pause';
const took = { two: 0, three: 0, [pauseName]: 0, waited: 0 };
const isOver = () => took.two + took.three > milliseconds * 1e6;

function run(name, length) {
  const before = clock.now();
  const from = process.hrtime.bigint();
  const begin = clock.now();
  parts[name](length);
  const end = clock.now();
  const passed = Number(process.hrtime.bigint() - from);
  took[name] += end - begin - (begin - before);
  if (name === pauseName) took.waited += passed - (end - begin);
}

function inTurns(length, wait) {
  while (!isOver()) {
    run('two', length);
    run('three', length);
    run(pauseName, wait);
  }
}

async function onTimers() {
  const repeat = async (period, name, length) => {
    while (!isOver()) {
      await sleep(period);
      run(name, length);
    }
  };
  await Promise.all([repeat(11, 'two', 3), repeat(11, 'three', 3), repeat(17, 'pause', 2)]);
}

const kinds = {
  even: () => inTurns(4, 1.5),
  work: () => inTurns(4, 0.3),
  wait: () => inTurns(0.6, 2),
  command: () => inTurns(10, 0),
  timers: onTimers,
};

async function main() {
  await kinds[kind]();
  console.log(JSON.stringify(took));
}

void main();
