// The same in functions of 60 conditions each.
const conditions = Array.from(
  { length: 1200 },
  (_, i) => `if ((x & 8191) === ${i}) { s = (s + x * ${i} + ${i}) | 0; t = t ^ s; }`,
);
const parts = Array.from({ length: 20 }, (_, k) => {
  const body = conditions.slice(k * 60, (k + 1) * 60).join(' ');
  return `function part${k}(x, state) { let s = state.s, t = state.t; ${body} state.s = s; state.t = t; }`;
});
const calls = parts.map((_, k) => `part${k}(x, state);`).join(' ');
const small = new Function(
  `${parts.join('\n')} return function small(x) { const state = { s: x, t: 1 }; ${calls} return state.s ^ state.t; }`,
)();
let sum = 0;
for (let i = 0; i < 60000; i++) sum ^= small(i);
console.log(sum);
