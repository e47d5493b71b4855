// Line 7 reads an array in which V8 keeps no place for what is not there.
const STEP = 5000;
const list = [];
for (let i = 0; i < 3000; i++) list[i * STEP] = i;
function sumOf(values, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i * STEP];
  return sum;
}
let sum = 0;
for (let k = 0; k < 2000; k++) sum += sumOf(list, 3000);
console.log(sum);
