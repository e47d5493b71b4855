// Line 6 calls ten functions, of which none can be inlined.
const functions = Array.from({ length: 10 }, (_, k) => new Function('x', `return x + ${k}`));
function apply(list, n) {
  let x = 0;
  for (let i = 0; i < n; i++) {
    x = list[i % list.length](x) & 0xffff;
  }
  return x;
}
let sum = 0;
for (let k = 0; k < 40; k++) sum += apply(functions, 1e6);
console.log(sum);
