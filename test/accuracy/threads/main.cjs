// Three threads compute at the same time, 1 : 2 : 4: the main thread and two workers or, as processes, a fork and a spawned
// Node. `node main.cjs MILLISECONDS workers|processes` prints what each computed by its own clock, and what
// the system says of all together, in nanoseconds.
'use strict';
const clock = require('../clock.cjs');
const { fork, spawn } = require('node:child_process');
const { once } = require('node:events');
const { readFileSync } = require('node:fs');
const { text } = require('node:stream/consumers');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

const [milliseconds, kind, part = 'one'] = isMainThread ? process.argv.slice(2) : workerData;
/** A millisecond or so: reading the clock is no part of the answer. */
const TURNS = 1e6;
let x = 1;

const parts = {
  one(end) {
    while (clock.now() < end) {
      for (let i = 0; i < TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @one
    }
  },
  two(end) {
    while (clock.now() < end) {
      for (let i = 0; i < TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @two
    }
  },
  four(end) {
    while (clock.now() < end) {
      for (let i = 0; i < TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @four
    }
  },
};
const weights = { one: 1, two: 2, four: 4 };

function compute() {
  const begin = clock.now();
  parts[part](begin + weights[part] * milliseconds * 1e6);
  return { [part]: clock.now() - begin };
}

async function startWorker(name) {
  const worker = new Worker(__filename, { name, workerData: [milliseconds, kind, name] });
  const [[answer]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return answer;
}

async function startFork(name) {
  const child = fork(__filename, [milliseconds, kind, name]);
  const [[answer]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  return answer;
}

async function startSpawned(name) {
  const child = spawn(process.execPath, [__filename, milliseconds, kind, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return JSON.parse(output);
}

/** This process and its children that have ended; the system tells the children's time in hundredths of a second. */
function systemTime() {
  const { user, system } = process.cpuUsage();
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (user + system) * 1e3 + (Number(fields[13]) + Number(fields[14])) * 1e7;
}

async function main() {
  const starters = kind === 'processes' ? [startFork, startSpawned] : [startWorker, startWorker];
  const others = [starters[0]('two'), starters[1]('four')];
  const answers = [compute(), ...(await Promise.all(others))];
  console.log(JSON.stringify(Object.assign({}, ...answers, { system: systemTime() })));
}

if (part === 'one') void main();
else if (parentPort) parentPort.postMessage(compute());
else if (process.send) process.send(compute(), () => process.disconnect());
else console.log(JSON.stringify(compute()));
