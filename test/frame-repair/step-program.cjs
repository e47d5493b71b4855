// Run by Node with the stepper's addon: warms each construct up, steps through it, prints what was found as JSON.
const [addonPath, stepsEach] = process.argv.slice(2);
const addon = { exports: {} };
process.dlopen(addon, addonPath);
const { step, stop, results, wrong, bare } = addon.exports;
const constructs = require('./constructs.cjs');
const words = 'the quick brown fox jumps over the lazy dog and runs away from it'.split(' ');

function pushAll(a, n, i) {
  for (let k = 0; k < n; k++) a.push(i + k);
  return a;
}
function repeat(n, change, value) {
  let result = value;
  for (let k = 0; k < n; k++) result = change(k, result);
  return result;
}

let sink;
for (const [name, { line, setup = () => undefined }] of Object.entries(constructs)) {
  const body = line.startsWith('function') ? line : `function (state, i) { return ${line}; }`;
  const hot = new Function('words', 'pushAll', 'repeat', `return ${body};`)(words, pushAll, repeat);
  const run = new Function(
    'hot',
    'state',
    'from',
    'to',
    'let s; for (let i = from; i < to; i++) s = hot(state, i); return s;',
  );
  const state = setup();
  // Interpreted, baseline and optimised code call builtins differently: before, in and after the warm-up.
  for (const [from, to, steps] of [
    [0, 20, stepsEach / 4],
    [20, 2000, stepsEach / 4],
    [2000, 60000, 0],
    [60000, 62000, stepsEach / 2],
  ]) {
    const failed = steps > 0 ? step(Math.floor(steps)) : 0;
    if (failed) throw new Error(`not prepared: ${failed}, ${name}`);
    sink = run(hot, state, from, to);
    stop();
  }
}
console.log(
  JSON.stringify({ v8: process.versions.v8, results: results(), wrong: wrong(), bare: bare(), sink: typeof sink }),
);
