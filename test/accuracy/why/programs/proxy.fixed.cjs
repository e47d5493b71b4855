// What is read often is read once for each call.
const state = { scale: 3, items: Array.from({ length: 100 }, (_, i) => i) };
const watched = new Proxy(state, { get: Reflect.get });
function sumOf(model) {
  const { items, scale } = model;
  let sum = 0;
  for (let i = 0; i < items.length; i++) sum += items[i] * scale;
  return sum;
}
let sum = 0;
for (let k = 0; k < 30000; k++) sum = (sum + sumOf(watched)) % 1e9;
console.log(sum);
