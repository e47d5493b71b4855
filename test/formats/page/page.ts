import { hash } from './hash.js';

const text = 'a line of text '.repeat(1000);

function work(milliseconds: number): number {
  let sum = 0;
  const end = performance.now() + milliseconds;
  while (performance.now() < end) sum += hash(text);
  return sum;
}

if (typeof document === 'object') new Worker('/page.js');
setTimeout(() => console.log(work(typeof document === 'object' ? 250 : 100)), 50);
