// One function, and what differs is data.
const addends = Array.from({ length: 10 }, (_, k) => k);
const add = (x, k) => x + k;
function apply(list, n) {
  let x = 0;
  for (let i = 0; i < n; i++) {
    x = add(x, list[i % list.length]) & 0xffff;
  }
  return x;
}
let sum = 0;
for (let k = 0; k < 40; k++) sum += apply(addends, 1e6);
console.log(sum);
