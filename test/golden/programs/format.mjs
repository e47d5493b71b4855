// Formats one of prettier's own files a few times with prettier.
import { readFile } from 'node:fs/promises';
import { format } from 'prettier';

const file = new URL('../../../node_modules/prettier/doc.mjs', import.meta.url);
const text = await readFile(file, 'utf8');
let length = 0;
for (let round = 0; round < 2; round++) length += (await format(text, { parser: 'babel' })).length;
console.log(length);
