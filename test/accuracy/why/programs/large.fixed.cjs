// One function for each case.
const functions = Array.from(
  { length: 300 },
  (_, i) =>
    `function convert${i}(node) { const left = node.value + ${i}, right = node.value ^ ${i}; return { kind: node.kind, left, right, sum: (left * 31 + right) | 0 }; }`,
);
const cases = functions.map((_, i) => `case ${i}: return convert${i}(node);`);
const convert = new Function(
  `${functions.join('\n')} return function convert(node) { switch (node.kind) { ${cases.join('\n')} default: return null; } }`,
)();
const nodes = Array.from({ length: 3000 }, (_, i) => ({ kind: (i * 7) % 300, value: i }));
let sum = 0;
for (let k = 0; k < 500; k++) for (const node of nodes) sum = (sum + convert(node).sum) | 0;
console.log(sum);
