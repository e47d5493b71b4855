// Nothing is deleted: what is no longer wanted becomes undefined.
const objects = [];
for (let i = 0; i < 1000; i++) {
  objects.push({ id: i, name: 'n' + i, temporary: 1, value: i });
}
for (const object of objects) {
  object.temporary = undefined;
}
function sumOf(list) {
  let sum = 0;
  for (const object of list) sum += object.value;
  return sum;
}
let sum = 0;
for (let k = 0; k < 30000; k++) sum += sumOf(objects);
console.log(sum);
