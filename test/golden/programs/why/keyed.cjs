// Line 7 reads o[key] with 200 keys.
const keys = Array.from({ length: 200 }, (_, i) => `key${i}`);
const table = {};
for (const key of keys) table[key] = key.length;
function sumOf(names) {
  let sum = 0;
  for (let i = 0; i < names.length; i++) sum += table[names[i]];
  return sum;
}
let sum = 0;
for (let k = 0; k < 100000; k++) sum += sumOf(keys);
console.log(sum);
