import { callsOf, constructNames, outsideTimes, saidLines, timeOf } from './judge-constructs.ts';
import type { PhaseTimes } from './known-answer.ts';
import type { Constructs } from './marked-lines.ts';
import type { Reading } from './reading.ts';

/** A run of constructs: what is said of it, and what it measured. */
export interface RunOfConstructs {
  readonly reading: Reading;
  readonly phases: PhaseTimes;
}

/** What was said of a construct's statement when it stood on its line several times. */
export interface RepeatedVerdict {
  readonly mark: string;
  /**
   * Of the time that the construct took more for the repeated statements, without collection and Node's own code, how much
   * its lines have more. NaN: that is so little of what it took that the difference says nothing.
   */
  readonly share: number;
}

/** The least part of what the repeated statement's construct took, all in all, that the repetition has to be. */
const LEAST_DIFFERENCE = 0.2;

/**
 * How much of what a statement costs is on its line, whatever the loop around it costs: that is the same in both kinds of
 * runs. Compares what a call of each construct takes with the statement once and repeated on the same line, over all runs.
 */
export function judgeRepeated(
  once: readonly RunOfConstructs[],
  repeated: readonly RunOfConstructs[],
  constructs: Constructs,
): RepeatedVerdict[] {
  const before = costOf(once, constructs);
  const after = costOf(repeated, constructs);
  return constructNames(repeated[0].phases).map((mark) => {
    const more = after(mark).whole - before(mark).whole;
    const isKnown = more >= LEAST_DIFFERENCE * after(mark).taken;
    return { mark, share: isKnown ? (after(mark).lines - before(mark).lines) / more : NaN };
  });
}

/** What a call of a construct takes, in microseconds. `whole`: without what is outside of the program. */
interface CallCost {
  readonly taken: number;
  readonly whole: number;
  readonly lines: number;
}

function costOf(runs: readonly RunOfConstructs[], constructs: Constructs): (mark: string) => CallCost {
  const outsides = runs.map(({ reading }) => outsideTimes(reading, constructs));
  const sum = (valueOf: (run: RunOfConstructs, i: number) => number): number =>
    runs.reduce((total, run, i) => total + valueOf(run, i), 0);
  return (mark) => {
    const calls = sum(({ phases }) => callsOf(phases, mark));
    const taken = sum(({ phases }) => phases[mark] / 1000);
    const outside = sum((_, i) => outsides[i].get(mark) ?? 0);
    const lines = sum(({ reading }) => timeOf(saidLines(reading, constructs, mark)));
    return { taken: taken / calls, whole: (taken - outside) / calls, lines: lines / calls };
  };
}
