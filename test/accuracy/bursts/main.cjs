// A thread that mostly idles works in short bursts of three parts, 2 : 3 : 4. `node main.cjs MILLISECONDS KIND` works so long
// by its own clock and prints what each part took, in nanoseconds, without what asking the clock takes. What it is woken by: `timer`, every 5 ms; `timers`, one for each
// part; `worker`, as `timer`, but in a worker thread; `server`, requests of another process, with an await between the parts.
'use strict';
const clock = require('../clock.cjs');
const { fork } = require('node:child_process');
const { Agent, createServer, get } = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

const [milliseconds, kind] = isMainThread ? process.argv.slice(2) : workerData;
/** About a tenth of a millisecond. */
const TURNS = 4e4;
let x = 1;

const parts = {
  two() {
    for (let i = 0; i < 2 * TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @two
  },
  three() {
    for (let i = 0; i < 3 * TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @three
  },
  four() {
    for (let i = 0; i < 4 * TURNS; i++) x = (Math.imul(x, 31) + i) | 0; // @four
  },
};
const took = { two: 0, three: 0, four: 0 };
const names = Object.keys(took);
const isOver = () => names.reduce((sum, name) => sum + took[name], 0) > milliseconds * 1e6;

function work(name) {
  const before = clock.now();
  const begin = clock.now();
  parts[name]();
  const end = clock.now();
  took[name] += end - begin - (begin - before);
}

async function onTimer() {
  while (!isOver()) {
    await sleep(5);
    for (const name of names) work(name);
  }
}

async function onTimers() {
  const periods = { two: 3, three: 4, four: 7 };
  const run = async (name) => {
    while (!isOver()) {
      await sleep(periods[name]);
      work(name);
    }
  };
  await Promise.all(names.map(run));
}

async function answer(response) {
  for (const name of names) {
    await new Promise(setImmediate);
    work(name);
  }
  response.end(String(isOver()));
}

const onRequests = () =>
  new Promise((resolve) => {
    const server = createServer((_, response) => void answer(response)).listen(0, '127.0.0.1', () => {
      const client = fork(__filename, [String(server.address().port), 'client']);
      client.on('exit', () => server.close(resolve));
    });
  });

/** Asks one server until it has worked enough, at irregular times. */
async function ask(port) {
  const agent = new Agent({ keepAlive: true });
  for (let turn = 1; ; turn++) {
    const text = await new Promise((resolve) => {
      get({ port, host: '127.0.0.1', agent }, (response) => response.setEncoding('utf8').on('data', resolve));
    });
    if (text === 'true') return agent.destroy();
    await sleep(1 + ((turn * 7919) % 5));
  }
}

const inWorker = () =>
  new Promise((resolve) => {
    new Worker(__filename, { workerData: [milliseconds, 'timer'] }).on('message', (told) => {
      Object.assign(took, told);
      resolve();
    });
  });

const kinds = { timer: onTimer, timers: onTimers, worker: inWorker, server: onRequests };

async function main() {
  if (kind === 'client') return ask(Number(milliseconds));
  await kinds[kind]();
  if (parentPort) parentPort.postMessage(took);
  else console.log(JSON.stringify(took));
}

void main();
