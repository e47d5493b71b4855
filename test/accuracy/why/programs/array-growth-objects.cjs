// Line 4 has the array copied as it grows.
function fill(n) {
  const list = [];
  for (let i = 0; i < n; i++) list.push({ i });
  return list[n - 1].i;
}
let sum = 0;
for (let k = 0; k < 1000; k++) sum += fill(30000);
console.log(sum);
