// All are numbers from the beginning.
const cells = Array.from({ length: 1000 }, (_, i) => i);
function totalOf(list) {
  let total = 0;
  for (let i = 0; i < list.length; i++) {
    total += list[i] * 2;
  }
  return total;
}
let sum = 0;
for (let k = 0; k < 60000; k++) sum += totalOf(cells);
console.log(sum);
