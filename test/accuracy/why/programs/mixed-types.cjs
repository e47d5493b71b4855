// Line 6 multiplies what a table of texts was read into: numbers where they could be parsed as one, else texts.
const cells = Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? i : String(i)));
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
