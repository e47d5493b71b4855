// Nothing is to be said: optimised code handles the element that is behind the end.
const numbers = [];
for (let i = 0; i < 64; i++) numbers.push(i);
function sumOf(list) {
  let sum = 0;
  for (let i = 0; ; i++) {
    const value = list[i];
    if (value === undefined) return sum;
    sum += value;
  }
}
let sum = 0;
for (let k = 0; k < 3e6; k++) sum = (sum + sumOf(numbers)) & 0xffffff;
console.log(sum);
