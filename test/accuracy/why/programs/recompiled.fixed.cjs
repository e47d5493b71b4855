// `render` is made once.
const vm = require('node:vm');
const text =
  '(function render(rows) {\n  let sum = 0;\n  for (const row of rows) sum += row.value * row.count;\n  return sum;\n})';
const makeRender = () => new vm.Script(text, { filename: '/app/template.js' }).runInThisContext();
const rows = [
  Array.from({ length: 200 }, (_, i) => ({ value: i, count: 2 })),
  Array.from({ length: 200 }, (_, i) => ({ value: i + 0.5, count: 2 })),
  Array.from({ length: 200 }, (_, i) => ({ name: 'x', value: i, count: 2 })),
];
let sum = 0;
const render = makeRender();
for (let round = 0; round < 300; round++) {
  for (const list of rows) for (let i = 0; i < 120; i++) sum += render(list);
}
console.log(sum);
