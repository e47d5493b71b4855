// Runs the constructs in turns, a slice of CPU time each, so that a drift of the machine's speed affects all alike, and
// measures how long each really took by the thread's own clock. `main.mjs` prints it: the known answer.
import clock from '../clock.cjs';

/**
 * Turns of each construct. Not many: samples that are in no function, such as those in the microtask queue, are told to be
 * of the construct that was seen last, so that a turn loses those before the first one in its functions.
 */
const TURNS = 3;
/** What is done beside a construct's line runs for this part of its time. */
const REST_PART = 0.25;

const constructs = [];

const part = (run) => ({ run, repeat: 1, spent: 0, calls: 0 });

/** Notes a construct. Its lines are those since the construct before; the hot ones of them have `// @name`. */
export function construct(name, run) {
  constructs.push({ name, work: part(run), rest: undefined });
}

/**
 * Notes what the construct before does beside its marked lines: its loop, copies of its data. It is run and measured
 * alone, so that the time of the marked lines themselves is known. It shall rather do less than the construct does than more.
 */
export function rest(name, run) {
  const own = constructs.at(-1);
  if (own.name !== name) throw new Error(`The rest of ${name} has to stand behind it.`);
  own.rest = part(run);
}

/**
 * Runs the named constructs (all, without names), each for so many milliseconds. Gives the nanoseconds that each took
 * (`name`) and how often it ran (`name calls`) and, where it has a rest, the same of that (`name rest`, `name rest calls`).
 */
export async function runAll(milliseconds, names) {
  const wanted = constructs.filter(({ name }) => names.length === 0 || names.includes(name));
  const slice = (milliseconds * 1e6) / TURNS;
  for (let turn = 0; turn < TURNS; turn++) {
    for (const { work, rest } of wanted) {
      await runSlice(work, slice);
      if (rest) await runSlice(rest, slice * REST_PART);
    }
  }
  const answer = {};
  const note = (name, { spent, calls }) => Object.assign(answer, { [name]: spent, [`${name} calls`]: calls });
  for (const { name, work, rest } of wanted) {
    note(name, work);
    if (rest) note(`${name} rest`, rest);
  }
  return answer;
}

/** The clock is read twice in a millisecond at most. */
const BATCH = 5e5;

/** What the slices gave last, so that no compiler finds that nobody needs it. */
export let result;

async function runSlice(one, slice) {
  // What reading the clock takes is in each batch once, and in no line.
  const before = clock.now();
  const begin = clock.now();
  const cost = begin - before;
  let now = begin;
  while (now - begin < slice) {
    const batch = now;
    for (let k = 0; k < one.repeat; k++) {
      result = one.run();
      if (result instanceof Promise) await result;
    }
    one.calls += one.repeat;
    now = clock.now();
    one.spent += now - batch - cost;
    if (now - batch < BATCH) one.repeat *= 2;
  }
}
