const { finish } = require('./heat.cjs');
const { readFileSync } = require('node:fs');
const { parse } = require('@babel/parser');
const traverse = require('@babel/traverse').default;
const generate = require('@babel/generator').default;

const text = readFileSync(require.resolve('acorn'), 'utf8');
const ast = parse(text, { sourceType: 'script' });
let identifiers = 0;
traverse(ast, {
  Identifier() {
    identifiers++;
  },
});
console.log(identifiers, generate(ast).code.length);
finish();
