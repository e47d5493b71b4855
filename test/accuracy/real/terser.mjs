import { finish } from './heat.cjs';
import { readFileSync } from 'node:fs';
import { minify } from 'terser';

const text = readFileSync(new URL('./node_modules/handlebars/dist/handlebars.runtime.js', import.meta.url), 'utf8');
console.log((await minify(text)).code?.length);
finish();
