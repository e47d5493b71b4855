// Runs inside a real program with injected lines: decides when they burn time, and measures each by the thread's own clock.
// `heat-plan.json` beside it has, for each line, every how many executions it burns and for how many rounds; without it
// executions are only counted.
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');
const clock = require('./clock.cjs');

const file = path.join(__dirname, 'heat-plan.json');
const plan = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const calls = [];
const spent = [];
let begun = 0;

let cost = 0;

globalThis.heatline$ = {
  due(line) {
    calls[line] = (calls[line] ?? 0) + 1;
    return plan !== undefined && line in plan && calls[line] % plan[line].every === 0;
  },
  begin(line) {
    // What reading the clock takes right here, in code and caches as they are, is no time of the line.
    const before = clock.now();
    begun = clock.now();
    cost = begun - before;
    return plan[line].rounds;
  },
  end(line, result) {
    spent[line] = (spent[line] ?? 0) + clock.now() - begun - cost;
    this.result = result;
  },
  result: 0,
  shapes: Array.from({ length: 16 }, (_, i) => ({ ...Object.fromEntries([[`extra${i}`, i]]), size: i })),
  text: 'the quick brown fox jumps over the lazy dog '.repeat(5),
  list: [],
};

/** Ends the program's part: its last line of output is what is known. */
exports.finish = () => {
  const times = plan === undefined ? { ...calls } : { ...spent, whole: clock.now() };
  console.log(JSON.stringify(times));
};
