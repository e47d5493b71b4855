// Line 11 reads `v` of objects of six shapes.
const shapes = () => [
  { a: 1, v: 1 },
  { b: 1, v: 2 },
  { c: 1, v: 3 },
  { d: 1, v: 4 },
  { e: 1, v: 5 },
  { f: 1, v: 6 },
];
const list = Array.from({ length: 1e4 }, (_, i) => shapes()[i % 6]);
const read = (o) => o.v;
let sum = 0;
for (let k = 0; k < 6000; k++) for (let i = 0; i < list.length; i++) sum += read(list[i]);
console.log(sum);
