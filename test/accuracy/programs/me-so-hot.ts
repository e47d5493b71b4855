import { rounds } from './harness.ts';

const buffer = new Int32Array(1000).map((_, i) => i * 7);
let sink = 0;

function inlined(): void {
  let sum = 0;
  for (let i = 0; i < buffer.length; i++) sum = (sum * 31 + buffer[i]) | 0; // @inlined
  sink = sum;
}

/** Too large to be inlined. */
function notInlined(mode: number): void {
  let sum = 0;
  for (let i = 0; i < buffer.length; i++) sum = (sum * 31 + buffer[i]) | 0; // @not-inlined
  sink = sum;
  if (mode < 0) {
    sink = Math.sin(sum) + Math.cos(sum) + Math.tan(sum) + Math.sqrt(sum) + Math.cbrt(sum) + Math.exp(sum);
    sink += Math.sin(sink) + Math.cos(sink) + Math.tan(sink) + Math.sqrt(sink) + Math.cbrt(sink) + Math.exp(sink);
    sink += Math.sin(sink) + Math.cos(sink) + Math.tan(sink) + Math.sqrt(sink) + Math.cbrt(sink) + Math.exp(sink);
    sink += Math.sin(sink) + Math.cos(sink) + Math.tan(sink) + Math.sqrt(sink) + Math.cbrt(sink) + Math.exp(sink);
    sink += Math.sin(sink) + Math.cos(sink) + Math.tan(sink) + Math.sqrt(sink) + Math.cbrt(sink) + Math.exp(sink);
    sink += Math.sin(sink) + Math.cos(sink) + Math.tan(sink) + Math.sqrt(sink) + Math.cbrt(sink) + Math.exp(sink);
  }
}

rounds(60, {
  inlined: () => {
    for (let k = 0; k < 6000; k++) inlined(); // @harness
  },
  'not-inlined': () => {
    for (let k = 0; k < 12000; k++) notInlined(k); // @harness
  },
});
process.exitCode = sink === 0.5 ? 1 : 0;
