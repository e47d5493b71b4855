import { spawn } from 'node:child_process';
import { finish, phase } from './harness.ts';

const KEPT = 2000;
const kept = new Array<object>(KEPT);
let at = 0;
function first(n: number): void {
  for (let i = 0; i < n; i++) kept[at++ % KEPT] = { a: i, b: [i, i + 1], c: { d: i } }; // @first
}
function second(n: number): void {
  for (let i = 0; i < n; i++) kept[at++ % KEPT] = { a: i, b: [i, i + 1], c: { d: i } }; // @second
}

// The collector's helper threads have to wait for a processor, and the program for them.
const hog = 'const end = Date.now() + 60000; while (Date.now() < end && process.ppid !== 1);';
const hogs = Array.from({ length: 2 }, () => spawn(process.execPath, ['-e', hog], { stdio: 'ignore' }));
for (let k = 0; k < 100; k++) {
  phase('first', () => first(200_000));
  phase('second', () => second(200_000));
}
for (const child of hogs) child.kill('SIGKILL');
finish();
process.exitCode = kept.length === 0 ? 1 : 0;
