// `huge` has 65 KB of bytecode, more than V8 ever optimises.
const body = Array.from(
  { length: 1200 },
  (_, i) => `if ((x & 8191) === ${i}) { s = (s + x * ${i} + ${i}) | 0; t = t ^ s; }`,
);
const huge = new Function(`return function huge(x) { let s = x, t = 1; ${body.join(' ')} return s ^ t; }`)();
let sum = 0;
for (let i = 0; i < 60000; i++) sum ^= huge(i);
console.log(sum);
