import { rounds } from './harness.ts';
import { hotElsewhere } from './cross-file-library.ts';

let sink = 0;
function hotHere(n: number): number {
  let x = n;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @here
  return x;
}

rounds(60, {
  here: () => {
    for (let k = 0; k < 2_000; k++) sink += hotHere(2_000);
  },
  elsewhere: () => {
    for (let k = 0; k < 6_000; k++) sink += hotElsewhere(2_000);
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
