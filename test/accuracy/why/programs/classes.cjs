// Line 13 calls `price` of seven classes.
const made = [1, 2, 3, 4, 5, 6, 7].map(
  (price) =>
    class {
      price() {
        return price;
      }
    },
);
const things = Array.from({ length: 1000 }, (_, i) => new made[i % made.length]());
function sumOf(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i].price();
  return sum;
}
let sum = 0;
for (let k = 0; k < 40000; k++) sum += sumOf(things);
console.log(sum);
