// Runs the constructs in turns, a slice of CPU time each, so that a drift of the machine's speed affects all alike, and
// measures how long each really took by the thread's own clock. `main.mjs` prints it: the known answer.
import clock from '../clock.cjs';

/** Nanoseconds of CPU time for one turn of one construct. */
const SLICE = 20e6;

const constructs = [];

/** Notes a construct. Its lines are those since the construct before; the hot one of them has `// @name`. */
export function construct(name, run) {
  constructs.push({ name, run, repeat: 1, spent: 0 });
}

/** Runs the named constructs (all, without names), each for so many milliseconds; gives the nanoseconds that each took. */
export async function runAll(milliseconds, names) {
  const wanted = constructs.filter(({ name }) => names.length === 0 || names.includes(name));
  const rounds = Math.ceil((milliseconds * 1e6) / SLICE);
  for (let round = 0; round < rounds; round++) {
    for (const one of wanted) one.spent += await runSlice(one);
  }
  return Object.fromEntries(wanted.map(({ name, spent }) => [name, spent]));
}

/** The clock is read twice in a millisecond at most, so that reading it is no part of the answer. */
const BATCH = 5e5;

async function runSlice(one) {
  const begin = clock.now();
  let now = begin;
  while (now - begin < SLICE) {
    const batch = now;
    for (let k = 0; k < one.repeat; k++) {
      const result = one.run();
      if (result instanceof Promise) await result;
    }
    now = clock.now();
    if (now - batch < BATCH) one.repeat *= 2;
  }
  return now - begin;
}
