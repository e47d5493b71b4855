import { finish } from './heat.cjs';
import { readFileSync } from 'node:fs';
import { format } from 'prettier';

const text = readFileSync(new URL('./node_modules/acorn/dist/acorn.js', import.meta.url), 'utf8');
console.log((await format(text, { parser: 'acorn' })).length);
finish();
