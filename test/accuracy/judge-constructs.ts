import type { Verdict } from './judge.ts';
import type { PhaseTimes } from './known-answer.ts';
import type { Constructs } from './marked-lines.ts';
import type { Reading, SaidLine } from './reading.ts';

/** What was said of one construct: of the time of all constructs, and of its own. */
export interface ConstructVerdict extends Verdict {
  /**
   * How much of the construct's own time, without collection and Node's own code, is on its line. NaN: so little of what it
   * took is its own that the difference says nothing.
   */
  readonly ownShare: number;
}

export interface ConstructsVerdict {
  readonly verdicts: readonly ConstructVerdict[];
  /** Share of all time that is called exact on lines that did nothing. */
  readonly innocentExact: number;
  /** The innocent lines with the most such time. */
  readonly worstInnocents: readonly (readonly [place: string, share: number])[];
}

/**
 * The least part of what a construct took that has to be its own. Below it, own time is a small difference of two large
 * numbers, each off by some percent, and may even come out negative.
 */
const LEAST_OWN_PART = 0.2;

/** Compares a reading with what the constructs measured (nanoseconds of CPU time each). */
export function judgeConstructs(reading: Reading, constructs: Constructs, phases: PhaseTimes): ConstructsVerdict {
  const outside = outsideTimes(reading, constructs);
  const own = ownTimes(phases, outside);
  const whole = [...own.values()].reduce((sum, time) => sum + time, 0);
  const verdicts = [...own].map(([mark, time]): ConstructVerdict => {
    const said = saidLines(reading, constructs, mark);
    const sum = timeOf(said);
    const [only] = said.length === 1 ? said : [undefined];
    return {
      ...{ mark, kind: 'self', truth: time / whole, said: sum / whole },
      ownShare: time < (LEAST_OWN_PART * phases[mark]) / 1000 ? NaN : sum / time,
      low: (only?.low ?? NaN) / whole,
      high: (only?.high ?? NaN) / whole,
    };
  });
  const innocents = [...reading.lines]
    .filter(([place, { isExact }]) => isExact && constructs.innocent.has(place))
    .map(([place, { time }]) => [place, time / whole] as const)
    .sort(([, a], [, b]) => b - a);
  return {
    verdicts,
    innocentExact: innocents.reduce((sum, [, share]) => sum + share, 0),
    worstInnocents: innocents.slice(0, 10),
  };
}

/** What is said of a construct's hot lines. */
export function saidLines(reading: Reading, { hot }: Constructs, mark: string): readonly SaidLine[] {
  const places = hot.get(mark);
  if (places === undefined) throw new Error(`No line is marked with @${mark}.`);
  return places.flatMap((place) => reading.lines.get(place) ?? []);
}

/** Microseconds. */
export const timeOf = (lines: readonly SaidLine[]): number => lines.reduce((total, { time }) => total + time, 0);

/** The constructs that ran, of what they measured. */
export const constructNames = (phases: PhaseTimes): string[] =>
  Object.keys(phases).filter((name) => !/ (?:rest|calls)$/.test(name));

/** How often a construct ran, or what it does beside its lines. */
export const callsOf = (phases: PhaseTimes, name: string): number => phases[`${name} calls`];

/**
 * What each construct's hot lines took by themselves, in microseconds: without what was outside of the program, and without
 * what the construct does beside them, which ran alone and was measured in the same way.
 */
function ownTimes(phases: PhaseTimes, outside: ReadonlyMap<string, number>): Map<string, number> {
  const inProgram = (name: string): number => Math.max(0, (phases[name] ?? 0) / 1000 - (outside.get(name) ?? 0));
  return new Map(
    constructNames(phases).map((name) => {
      const rest = `${name} rest`;
      if (!(rest in phases)) return [name, inProgram(name)];
      const perCall = inProgram(rest) / callsOf(phases, rest);
      return [name, Math.max(0, inProgram(name) - perCall * callsOf(phases, name))];
    }),
  );
}

/** Whether a place is in the clock, whose time the program leaves out of what it measures. */
const isClock = (place: string): boolean => place.startsWith('clock:');

/** Microseconds of collection, Node's and V8's own work while each construct ran. */
export function outsideTimes({ nodes, samples }: Reading, { owner }: Constructs): Map<string, number> {
  const owners: (string | undefined)[] = [];
  const inClock: boolean[] = [];
  for (const { parent, place } of nodes) {
    const own = place === undefined ? undefined : owner.get(place);
    owners.push(own ?? (parent < 0 ? undefined : owners[parent]));
    inClock.push((place !== undefined && isClock(place)) || (parent >= 0 && inClock[parent]));
  }
  const times = new Map<string, number>();
  let current: string | undefined;
  for (const [node, time] of samples) {
    current = owners[node] ?? current;
    if (current !== undefined && nodes[node].work === 'outside' && !inClock[node]) {
      times.set(current, (times.get(current) ?? 0) + time);
    }
  }
  return times;
}
