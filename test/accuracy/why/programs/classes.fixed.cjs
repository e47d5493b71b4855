// One class, and what they differ in is data.
class Thing {
  constructor(value) {
    this.value = value;
  }
  price() {
    return this.value;
  }
}
const things = Array.from({ length: 1000 }, (_, i) => new Thing((i % 7) + 1));
function sumOf(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i].price();
  return sum;
}
let sum = 0;
for (let k = 0; k < 40000; k++) sum += sumOf(things);
console.log(sum);
