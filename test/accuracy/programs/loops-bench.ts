import { rounds } from './harness.ts';

/** Ten loops that cost the same, each followed by a conditional addition. */
function loops(n: number, start: number): number {
  let x = start;
  let sum = 0;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop01
  if (x === 1) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop02
  if (x === 2) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop03
  if (x === 3) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop04
  if (x === 4) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop05
  if (x === 5) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop06
  if (x === 6) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop07
  if (x === 7) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop08
  if (x === 8) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop09
  if (x === 9) sum += x;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop10
  if (x === 10) sum += x;
  return sum + x;
}

let sink = 0;
rounds(60, {
  all: () => {
    for (let k = 0; k < 6000; k++) sink = loops(300, sink);
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
