// Run by Node with the stepper's addon: steps through each construct, prints what was found as JSON.
// `node step-program.cjs <addon> <steps for each construct>`
const { constructs, prelude } = require('./constructs.cjs');
const addon = { exports: {} };
process.dlopen(addon, process.argv[2]);
const { step, stop, results, wrong, bare } = addon.exports;
const steps = Number(process.argv[3]);

// Interpreted, baseline and optimised code call builtins differently: from, to, steps. In between it runs freely.
const parts = [
  [0, 20, steps / 4],
  [20, 2000, steps / 4],
  [2000, 60000, 0],
  [60000, 62000, steps / 2],
];
const count = 'let s; for (let i = from; i < to; i++) s = hot(state, i); return s;';
for (const { name, line, setup } of constructs) {
  const make = new Function(`${prelude} return { hot: function (state, i) { ${line} }, state: ${setup} };`);
  const { hot, state } = make();
  const run = new Function('hot', 'state', 'from', 'to', count);
  for (const [from, to, wanted] of parts) {
    const failure = wanted > 0 ? step(Math.floor(wanted)) : 0;
    if (failure) throw new Error(`${name}: the preparation failed with ${failure}`);
    run(hot, state, from, to);
    stop();
  }
}
console.log(JSON.stringify({ results: results(), wrong: wrong(), bare: bare() }));
