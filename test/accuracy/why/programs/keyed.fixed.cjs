// A Map in place of an object.
const keys = Array.from({ length: 200 }, (_, i) => `key${i}`);
const table = new Map(keys.map((key) => [key, key.length]));
function sumOf(names) {
  let sum = 0;
  for (let i = 0; i < names.length; i++) sum += table.get(names[i]);
  return sum;
}
let sum = 0;
for (let k = 0; k < 100000; k++) sum += sumOf(keys);
console.log(sum);
