// Calls by kind: each call has one target.
const functions = Array.from({ length: 10 }, (_, k) => new Function('x', `return x + ${k}`));
const [add0, add1, add2, add3, add4, add5, add6, add7, add8, add9] = functions;
function add(kind, x) {
  switch (kind) {
    case 0:
      return add0(x);
    case 1:
      return add1(x);
    case 2:
      return add2(x);
    case 3:
      return add3(x);
    case 4:
      return add4(x);
    case 5:
      return add5(x);
    case 6:
      return add6(x);
    case 7:
      return add7(x);
    case 8:
      return add8(x);
    default:
      return add9(x);
  }
}
function apply(count, n) {
  let x = 0;
  for (let i = 0; i < n; i++) {
    x = add(i % count, x) & 0xffff;
  }
  return x;
}
let sum = 0;
for (let k = 0; k < 40; k++) sum += apply(functions.length, 1e6);
console.log(sum);
