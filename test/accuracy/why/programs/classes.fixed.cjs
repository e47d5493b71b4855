// One class, with what they differ in as a property.
class Shape {
  constructor(size, factor) {
    this.size = size;
    this.factor = factor;
  }
  area() {
    return this.size * this.factor;
  }
}
const shapes = Array.from({ length: 1000 }, (_, i) => new Shape(i, (i % 7) + 1));
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
