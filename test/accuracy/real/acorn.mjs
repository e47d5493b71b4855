import { finish } from './heat.cjs';
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';

const texts = ['acorn/dist/acorn.js', 'handlebars/dist/handlebars.js', 'terser/dist/bundle.min.js'].map((file) =>
  readFileSync(new URL(`./node_modules/${file}`, import.meta.url), 'utf8'),
);
let nodes = 0;
for (let round = 0; round < 3; round++) {
  for (const text of texts) nodes += parse(text, { ecmaVersion: 'latest' }).body.length;
}
console.log(nodes);
finish();
