// A Map keeps what is there.
const STEP = 5000;
const list = new Map();
for (let i = 0; i < 3000; i++) list.set(i * STEP, i);
function sumOf(values, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values.get(i * STEP);
  return sum;
}
let sum = 0;
for (let k = 0; k < 2000; k++) sum += sumOf(list, 3000);
console.log(sum);
