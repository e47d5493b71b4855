// All objects have the same properties in the same order.
const shapes = () => Array.from({ length: 6 }, (_, i) => ({ a: i, b: 0, c: 0, d: 0, e: 0, f: 0, v: i + 1 }));
const list = Array.from({ length: 1e4 }, (_, i) => shapes()[i % 6]);
const read = (o) => o.v;
let sum = 0;
for (let k = 0; k < 6000; k++) for (let i = 0; i < list.length; i++) sum += read(list[i]);
console.log(sum);
