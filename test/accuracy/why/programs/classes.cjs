// Line 19 calls `area` of seven classes.
class Shape {
  constructor(size) {
    this.size = size;
  }
}
const made = [1, 2, 3, 4, 5, 6, 7].map(
  (factor) =>
    class extends Shape {
      area() {
        return this.size * factor;
      }
    },
);
const shapes = Array.from({ length: 1000 }, (_, i) => new made[i % made.length](i));
function sumOf(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) {
    sum += list[i].area();
  }
  return sum;
}
let sum = 0;
for (let k = 0; k < 30000; k++) sum += sumOf(shapes);
console.log(sum);
