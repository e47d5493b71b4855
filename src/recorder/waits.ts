import { readFileSync, rmSync } from 'node:fs';
import { attempt } from '../core/index.ts';
import type { CpuClockReadings } from '../recording/index.ts';

/** Bytes of a `struct wait` (`waits.c`): twelve numbers of eight bytes. */
const WAIT_SIZE = 96;

/** What a note is of (`enum kind`): a wait, a return from a call that may have waited, or waits for a turn in V8's signal handler. */
const Kind = { waited: 0, returned: 1, turns: 2 } as const;

/** A wait, of which nothing is noted yet where it has no samples; times in nanoseconds, a reading of zeros where there was no sample. */
interface Wait {
  readonly samples: number;
  readonly wakeUps: number;
  readonly waking: number;
  readonly kind: number;
  readonly before: ClockReading;
  readonly first: ClockReading;
  readonly last: ClockReading;
  readonly after: ClockReading;
}
interface ClockReading {
  readonly time: number;
  readonly cpu: number;
}

/** What a thread has noted: waits in calls, and for its turn to be sampled. */
export type NotedWaits = Pick<CpuClockReadings, 'waits' | 'turns'>;

/**
 * Takes the waits that a thread has noted, which may go on doing so, and removes the file. Nothing where it noted none: without
 * the addon, or where its samples did not pass it.
 */
export function takeWaits(file: string): NotedWaits {
  const bytes = attempt(() => readFileSync(file));
  if (bytes === undefined) return {};
  attempt(() => rmSync(file));
  const notes = [...parseWaits(bytes)];
  const waits = notes.filter(({ kind }) => kind !== Kind.turns);
  const turns = notes.filter(({ kind }) => kind === Kind.turns);
  const columnOf = (from: readonly Wait[], valueOf: (wait: Wait) => number): number[] =>
    from.map((wait) => Math.max(0, Math.round(valueOf(wait) / 1000)));
  const column = (valueOf: (wait: Wait) => number): number[] => columnOf(waits, valueOf);
  const inTurns = {
    fromUs: columnOf(turns, ({ first }) => first.time),
    toUs: columnOf(turns, ({ last }) => last.time),
    offUs: columnOf(turns, ({ waking }) => waking),
  };
  const inCalls = {
    fromUs: column(({ first }) => first.time),
    toUs: column(({ last }) => last.time),
    ranUs: column(({ first, last }) => last.cpu - first.cpu),
    wakeUps: waits.map(({ wakeUps }) => wakeUps),
    wakingUs: column(({ waking }) => waking),
    offBeforeUs: column(({ before, first }) => timeOff(before, first)),
    offAfterUs: column(({ last, after }) => timeOff(last, after)),
    isReturn: waits.map(({ kind }) => (kind === Kind.returned ? 1 : 0)),
    cpuAfterUs: column(({ last, after }) => (after.time === 0 ? 0 : after.cpu - last.cpu)),
  };
  return { waits: inCalls, ...(turns.length > 0 && { turns: inTurns }) };
}

/** What is behind the last one is zeros. */
function* parseWaits(bytes: Buffer): Generator<Wait> {
  for (let at = 0; at + WAIT_SIZE <= bytes.length; at += WAIT_SIZE) {
    const number = (index: number): number => Number(bytes.readBigUInt64LE(at + 8 * index));
    const reading = (index: number): ClockReading => ({ time: number(index), cpu: number(index + 1) });
    const [before, first, last, after] = [reading(0), reading(2), reading(4), reading(6)];
    const wait = {
      before,
      first,
      last,
      after,
      samples: number(8),
      wakeUps: number(9),
      waking: number(10),
      kind: number(11),
    };
    if (wait.samples === 0) return;
    yield wait;
  }
}

/** Time off a CPU between two readings, of which both are there. */
const timeOff = (from: ClockReading, to: ClockReading): number =>
  from.time === 0 || to.time === 0 ? 0 : to.time - from.time - (to.cpu - from.cpu);
