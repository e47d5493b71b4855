// Promises, timers, a worker thread, recursion, built-ins and evaluated code.
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, Worker } from 'node:worker_threads';

function ackermann(m, n) {
  if (m === 0) return n + 1;
  return n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

async function pipeline(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += await Promise.resolve(i);
    if (i % 5000 === 0) await sleep(1);
  }
  return sum;
}

function builtIns() {
  const words = Array.from({ length: 60_000 }, (_, i) => `w${(i * 7919) % 60_013}`);
  words.sort();
  return JSON.stringify(words).replace(/w(\d)(\d*)/g, '$2-$1').length;
}

const evaluated = new Function('n', 'let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; //# sourceURL=evaluated.js');

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  const results = [await pipeline(120_000), builtIns(), builtIns(), ackermann(2, 900), evaluated(3e7)];
  await new Promise((resolve) => worker.once('exit', resolve));
  console.log(results.every(Number.isFinite));
} else {
  const end = Date.now() + 300;
  while (Date.now() < end) ackermann(2, 300);
}
