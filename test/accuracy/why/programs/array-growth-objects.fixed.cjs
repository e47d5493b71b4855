// The array has its length from the start.
function fill(n) {
  const list = new Array(n);
  for (let i = 0; i < n; i++) list[i] = { i };
  return list[n - 1].i;
}
let sum = 0;
for (let k = 0; k < 1000; k++) sum += fill(30000);
console.log(sum);
