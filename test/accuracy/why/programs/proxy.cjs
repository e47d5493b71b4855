// Line 6 reads `scale` and `items` through a Proxy, again and again.
const state = { scale: 3, items: Array.from({ length: 100 }, (_, i) => i) };
const watched = new Proxy(state, { get: Reflect.get });
function sumOf(model) {
  let sum = 0;
  for (let i = 0; i < model.items.length; i++) sum += model.items[i] * model.scale;
  return sum;
}
let sum = 0;
for (let k = 0; k < 30000; k++) sum = (sum + sumOf(watched)) % 1e9;
console.log(sum);
