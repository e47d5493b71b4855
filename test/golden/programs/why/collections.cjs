// `compute` has most of the time and allocates nothing. In turns of about a microsecond `make` allocates everything.
const kept = new Array(1_000_000).fill(undefined);
function compute(from) {
  let sum = from;
  for (let i = 0; i < 150; i++) sum = (sum * 31 + i) & 0xffff;
  return sum;
}
function make(at) {
  for (let i = 0; i < 6; i++) {
    const item = { next: { at, next: { i, next: {} } } };
    kept[(at * 6 + i) % kept.length] = item;
  }
}
let result = 0;
for (let turn = 0; turn < 2_500_000; turn++) {
  result = compute(result);
  make(turn);
}
console.log(result, kept.length);
