import { rounds } from './harness.ts';

let sink = 0;
function almostNothing(x: number): number {
  return (x + 1) | 0; // @mass
}

function heavy(n: number): void {
  let x = 1;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @heavy
  sink += x;
}

rounds(50, {
  mass: () => {
    for (let i = 0; i < 2_000_000; i++) sink = almostNothing(sink); // @mass
  },
  heavy: () => heavy(4_000_000),
});
process.exitCode = sink === 0.5 ? 1 : 0;
