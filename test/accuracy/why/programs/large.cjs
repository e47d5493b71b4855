// Each call of `convert` runs one of 300 cases, and all together are too much to be optimised early.
const cases = Array.from(
  { length: 300 },
  (_, i) =>
    `case ${i}: { const left = node.value + ${i}, right = node.value ^ ${i}; return { kind: node.kind, left, right, sum: (left * 31 + right) | 0 }; }`,
);
const convert = new Function(
  `return function convert(node) { switch (node.kind) { ${cases.join('\n')} default: return null; } }`,
)();
const nodes = Array.from({ length: 3000 }, (_, i) => ({ kind: (i * 7) % 300, value: i }));
let sum = 0;
for (let k = 0; k < 500; k++) for (const node of nodes) sum = (sum + convert(node).sum) | 0;
console.log(sum);
