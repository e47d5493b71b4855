// Line 5 finds `limit` by its name, since `with` decides while it runs what has that name.
function sumOf(list, options) {
  let sum = 0;
  with (options) {
    for (let i = 0; i < list.length; i++) sum = (sum + limit * list[i]) | 0;
  }
  return sum;
}
const list = Array.from({ length: 2000 }, (_, i) => i);
let sum = 0;
for (let k = 0; k < 600; k++) sum ^= sumOf(list, { limit: 3 });
console.log(sum);
