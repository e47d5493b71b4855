// `compute` has nine tenths of the time and allocates nothing. In turns of a few microseconds `make` allocates everything.
const kept = new Array(20_000).fill(undefined);
function compute(from) {
  let sum = from;
  for (let i = 0; i < 4000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}
function make(at) {
  for (let i = 0; i < 8; i++) kept[(at * 8 + i) % kept.length] = { at, tags: [i, at, i + at], next: { i } };
}
let result = 0;
for (let turn = 0; turn < 400_000; turn++) {
  result = compute(result);
  make(turn);
}
console.log(result, kept.length);
