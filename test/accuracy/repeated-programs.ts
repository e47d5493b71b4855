/** So many texts, one after the other; they are numbered from 1 on. */
const each = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i + 1)).join('');
const digits = (n: number): string => String(n).padStart(2, '0');
const END = 'process.exitCode = sink === 0.5 ? 1 : 0;\n';

/** Texts of programs that do the same again and again, by the names of their files. */
export const repeatedPrograms: Readonly<Record<string, string>> = {
  'inlined-bench.ts': `import { rounds } from './harness.ts';
import { compute1 } from './inlined-computes.ts';

// Thirty calls, three in each function: V8 inlines only so much into one.
${each(
  10,
  (n) => `
function threeCalls${n - 1}(start: number, n: number): number {
  let x = start;
  for (let i = 0; i < n; i++) {
    x = compute1(x);
    x = compute1(x);
    x = compute1(x);
  }
  return x;
}
`,
)}
let sink = 1;
rounds(20, {
  all: () => {
${each(10, (n) => `    sink = threeCalls${n - 1}(sink, 240_000);\n`)}  },
});
${END}`,

  'no-loop-bench.ts': `import { rounds } from './harness.ts';

/**
 * Fifty dependent statements of equal cost: a multiplication and an addition. The loop around them is
 * in the same function, because entering a function takes time too, which belongs to its first line.
 */
function noLoop(start: number, turns: number): number {
  let x = start;
  for (let k = 0; k < turns; k++) {
${each(50, (n) => `    x = (Math.imul(x, ${29 + 2 * n}) + ${n}) | 0; // @line${digits(n)}\n`)}  }
  return x;
}

let sink = 0;
rounds(60, {
  all: () => {
    sink = noLoop(sink, 350000);
  },
});
${END}`,

  'loops-bench.ts': `import { rounds } from './harness.ts';

/** Ten loops that cost the same, each followed by a conditional addition. */
function loops(n: number, start: number): number {
  let x = start;
  let sum = 0;
${each(
  10,
  (n) => `  for (let i = 0; i < n; i++) x = (Math.imul(x, 31) + i) | 0; // @loop${digits(n)}
  if (x === ${n}) sum += x;
`,
)}  return sum + x;
}

let sink = 0;
rounds(60, {
  all: () => {
    for (let k = 0; k < 6000; k++) sink = loops(300, sink);
  },
});
${END}`,

  'call-sites.ts': `import { finish, phase } from './harness.ts';

function helper(units: number): number {
  let x = units;
  for (let i = 0; i < units * 300; i++) x = (Math.imul(x, 31) + i) | 0; // @helper
  return x;
}

let sink = 0;
function sites(): void {
${each(
  9,
  (n) => `  phase('site${n}', () => {
    sink += helper(${n}00); // @site${n}
  });
`,
)}}

for (let k = 0; k < 800; k++) sites();
finish();
${END}`,
};
