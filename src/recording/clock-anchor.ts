import { CLOCK_SCRIPT } from './rendezvous.ts';

/** A thread that took longer to mark the moment, in nanoseconds, was preempted and marks it again. */
const UNDISTURBED_NS = 2_000_000;
/** How often a thread marks the moment at most. */
const MOST_TURNS = 5;

/**
 * Ties the clock of a thread's V8 log, which counts from V8's start, to the system's. A function of what loads Node's modules: it
 * compiles a script, which stands in the log with the time of that, and returns the same moment by `process.hrtime`, in microseconds.
 * Compiling takes some 200, the last of which is writing it into the log. A thread that was preempted meanwhile does it again: the
 * last one in the log counts. It is text since workers get it through the inspector.
 */
export const ANCHOR_SCRIPT = `(function (load) {
  const { Script } = load('node:vm');
  for (let turn = 1; ; turn++) {
    const before = process.hrtime.bigint();
    // Another text each time, as V8 keeps what it has compiled.
    const script = new Script(String(turn), { filename: '${CLOCK_SCRIPT}' });
    const now = process.hrtime.bigint();
    script.runInThisContext();
    if (now - before < ${UNDISTURBED_NS}n || turn === ${MOST_TURNS}) return Number(now / 1000n);
  }
})`;
