// Line 5 adds up durations as `process.hrtime.bigint` gives them.
const durations = Array.from({ length: 1000 }, (_, i) => BigInt(i) * 1000003n);
function sumOf(list) {
  let sum = 0n;
  for (let i = 0; i < list.length; i++) sum += list[i];
  return sum;
}
let most = 0n;
for (let k = 0; k < 8000; k++) most = sumOf(durations);
console.log(String(most));
