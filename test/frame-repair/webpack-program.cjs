// Bundles and minifies ESLint's linter by webpack, whose minifier has worker processes; prints the result's hash.
// Arguments: the folder of webpack, the module to bundle, and a folder to write to.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const [folder, entry, out] = process.argv.slice(2);
const webpack = require(folder);
webpack({ mode: 'production', target: 'node', entry, output: { path: out, filename: 'bundle.js' } }, (error, stats) => {
  if (error) throw error;
  const { errors } = stats.compilation;
  const text = fs.readFileSync(path.join(out, 'bundle.js'));
  console.log(`${errors.length} errors, ${text.length} bytes, ${createHash('sha256').update(text).digest('hex')}`);
});
