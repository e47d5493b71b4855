// The array has its length from the start.
function fill(n) {
  const list = new Array(n);
  for (let i = 0; i < n; i++) list[i] = i * 0.5;
  return list[n - 1];
}
let sum = 0;
for (let k = 0; k < 60000; k++) sum += fill(1000);
console.log(sum);
