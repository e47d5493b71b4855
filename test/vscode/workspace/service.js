// A server with a worker: both work in turns.
const { Worker, isMainThread } = require('node:worker_threads');

function work() {
  let sum = 0;
  for (let i = 0; i < 1_000_000; i++) sum += Math.sqrt(sum + i);
  return sum;
}

setInterval(work, 50);
if (isMainThread) new Worker(__filename, { name: 'helper' }).once('online', () => console.log('ready'));
