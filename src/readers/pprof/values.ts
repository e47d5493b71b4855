import type { ValueName, ValueType } from '../../core/index.ts';
import type { PprofSamples } from './samples.ts';
import type { PprofTables } from './tables.ts';

/** One of the values of each sample. */
export interface ChosenValue {
  /** Which of them. */
  readonly at: number;
  readonly type: ValueType;
  /** What a number of the file is worth in the unit of `type`. */
  readonly scale: number;
  /** Undefined for anything but a time that Heatline knows. */
  readonly valueName: ValueName | undefined;
}

/** Microseconds of the units in which times are written. */
const MICROSECONDS: ReadonlyMap<string, number> = new Map([
  ...(['nanoseconds', 'nanosecond', 'ns'] as const).map((unit) => [unit, 1e-3] as const),
  ...(['microseconds', 'microsecond', 'us', 'µs'] as const).map((unit) => [unit, 1] as const),
  ...(['milliseconds', 'millisecond', 'ms'] as const).map((unit) => [unit, 1e3] as const),
  ...(['seconds', 'second', 's'] as const).map((unit) => [unit, 1e6] as const),
]);

/** How recorders call CPU time and wall time: Go, Node's, Python's. */
const VALUE_NAMES: ReadonlyMap<string, ValueName> = new Map([
  ['cpu', 'cpu'],
  ['cpu-time', 'cpu'],
  ['wall', 'wall'],
  ['wall-time', 'wall'],
]);

/** A name of the file's as one word: it is written into reports, hovers and answers, where it must be no markup and no sentence. */
const asWord = (text: string): string => text.replace(/[^\p{L}\p{N}_.:/%-]+/gu, '·').slice(0, 60);

/** All that a profile measured. */
export const valuesOf = ({ sampleType, strings }: PprofTables): ChosenValue[] =>
  sampleType.map(({ type, unit }, at) => {
    const [name, written] = [asWord(strings[type]), asWord(strings[unit])];
    const scale = MICROSECONDS.get(written);
    return {
      ...{ at, scale: scale ?? 1, type: { name, unit: scale === undefined ? written : 'microseconds' } },
      valueName: scale === undefined ? undefined : VALUE_NAMES.get(name),
    };
  });

/**
 * The value of this name, or the one that is to be heat if nobody chose: the profile's default, else the last one of which
 * there is something. Undefined if it has none of that name.
 */
export function chooseValue(
  values: readonly ChosenValue[],
  { strings, defaultSampleType }: PprofTables,
  samples: PprofSamples,
  name: string | undefined,
  time: ValueName | undefined,
): ChosenValue | undefined {
  if (name !== undefined) return values.find(({ type }) => type.name === name);
  const usual = asWord(strings.at(defaultSampleType) ?? '');
  return (
    (time === 'wall' ? values.find((value) => value.valueName === 'wall') : undefined) ??
    values.find(({ type }) => type.name === usual) ??
    values.findLast(({ at }) => samples.values[at].some((value) => value !== 0)) ??
    values.at(-1)
  );
}

/** The value that counts samples; undefined where none does. */
export const countOfSamples = (values: readonly ChosenValue[]): ChosenValue | undefined =>
  values.find(({ type: { name, unit } }) => unit === 'count' && /^(?:.*-)?samples?$/.test(name));
