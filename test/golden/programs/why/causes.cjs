// What a run for causes has to tell: line 20 reads `value` of objects whose shapes part on lines 5 to 7, and of two literals;
// line 23 reads with many keys, line 26 what line 16 made a dictionary; `add` is optimised for small integers, and then thrown out.
class Leaf {
  constructor(kind) {
    if (kind & 1) this.left = 1;
    if (kind & 2) this.right = 2;
    if (kind & 4) this.up = 3;
    this.value = kind;
  }
}
const objects = [];
for (let i = 0; i < 240; i++) objects.push(i % 3 ? new Leaf(i & 7) : i % 2 ? { id: i, value: 1 } : { value: 2 });
const records = [];
for (let i = 0; i < 300; i++) {
  records.push({ id: i, temporary: 1, value: i });
  delete records[i].temporary;
}
const table = {};
for (let i = 0; i < 40; i++) table[`key${i}`] = i;
const read = (object) => object.value;
const keys = Object.keys(table);
function lookUp(key) {
  return table[key];
}
function sumOf(list) {
  let sum = 0; for (const record of list) sum += record.value;
  return sum;
}
const add = (a, b) => a + b;
let sum = 0;
for (let k = 0; k < 60000; k++) {
  for (const object of objects) sum += read(object);
  for (const key of keys) sum += lookUp(key);
  if (k % 4 === 0) sum += sumOf(records);
}
for (let i = 0; i < 2e6; i++) sum += add(i & 7, 1);
for (let i = 0; i < 1e4; i++) add(`a${i}`, 'b');
console.log(sum);
