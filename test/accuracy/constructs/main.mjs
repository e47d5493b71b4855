// The everyday constructs: `node main.mjs MILLISECONDS [NAME…]`.
import { runAll } from './construct.mjs';
import './arrays.mjs';
import './builtins.mjs';
import './classes.mjs';
import './collections.mjs';
import './functions.mjs';
import './objects.mjs';
import './strings.mjs';

const [milliseconds, ...names] = process.argv.slice(2);
console.log(JSON.stringify(await runAll(Number(milliseconds), names)));
