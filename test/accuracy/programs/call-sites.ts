import { finish, phase } from './harness.ts';

function helper(units: number): number {
  let x = units;
  for (let i = 0; i < units * 300; i++) x = (Math.imul(x, 31) + i) | 0; // @helper
  return x;
}

let sink = 0;
function sites(): void {
  phase('site1', () => {
    sink += helper(100); // @site1
  });
  phase('site2', () => {
    sink += helper(200); // @site2
  });
  phase('site3', () => {
    sink += helper(300); // @site3
  });
  phase('site4', () => {
    sink += helper(400); // @site4
  });
  phase('site5', () => {
    sink += helper(500); // @site5
  });
  phase('site6', () => {
    sink += helper(600); // @site6
  });
  phase('site7', () => {
    sink += helper(700); // @site7
  });
  phase('site8', () => {
    sink += helper(800); // @site8
  });
  phase('site9', () => {
    sink += helper(900); // @site9
  });
}

for (let k = 0; k < 800; k++) sites();
finish();
process.exitCode = sink === 0.5 ? 1 : 0;
