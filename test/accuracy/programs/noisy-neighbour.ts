import { spawn } from 'node:child_process';
import { finish, phase } from './harness.ts';

let sink = 1;
function quiet(n: number): void {
  let x = n;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @quiet
  sink += x;
}
function noisy(n: number): void {
  let x = n;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @noisy
  sink += x;
}

const hog = 'const end = Date.now() + 30000; while (Date.now() < end && process.ppid !== 1);';
for (let k = 0; k < 40; k++) phase('quiet', () => quiet(20_000_000));
const hogs = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', hog], { stdio: 'ignore' }));
for (let k = 0; k < 40; k++) phase('noisy', () => noisy(20_000_000));
for (const child of hogs) child.kill('SIGKILL');
finish();
process.exitCode = sink === 0.5 ? 1 : 0;
