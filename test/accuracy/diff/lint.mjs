// Lints one of prettier's own files with all rules of eslint.
import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { builtinRules } from 'eslint/use-at-your-own-risk';

const text = readFileSync(new URL('../../../node_modules/prettier/doc.mjs', import.meta.url), 'utf8');
const rules = Object.fromEntries([...builtinRules.keys()].map((name) => [name, 'error']));
console.log(new Linter().verify(text, [{ rules }]).length);
