import type { BuiltinTable } from './analysis.ts';
import { lastAtOrBelow } from './last-at-or-below.ts';
import type { FunctionIdentities } from './build-functions.ts';
import type { ProfileKernel } from './profile-kernel.ts';
import { type BuiltinTicks, NO_CALLEE } from './profile.ts';
import type { FunctionIndex } from './units.ts';

/** The row of the line to which each tick in a builtin is charged. Has to be called before the lines are counted. */
export function builtinRows({ exports }: ProfileKernel, { position, frame }: BuiltinTicks): Int32Array {
  return position.map((at, tick) => exports.rowAt(at, frame[tick]));
}

/**
 * The time of each line in each of V8's builtins: sorted by row, then by time, the most first. `lineRow`: of each tick.
 */
export function buildBuiltins(
  { names, builtin, within, time }: BuiltinTicks,
  lineRow: Int32Array,
  { ofFrame, name }: Pick<FunctionIdentities, 'ofFrame' | 'name'>,
): BuiltinTable {
  const times = new Map<number, number>();
  // A function's row and two more numbers, for no callee and for one of several.
  const functions = name.length + 2;
  for (let tick = 0; tick < lineRow.length; tick++) {
    const callee = within[tick] < 0 ? -1 - within[tick] : ofFrame[within[tick]] + 2;
    const key = (lineRow[tick] * names.length + builtin[tick]) * functions + callee;
    if (lineRow[tick] >= 0) times.set(key, (times.get(key) ?? 0) + time[tick]);
  }
  const calleeOf = (code: number): number => (code < 2 ? -1 - code : code - 2);
  const rowOf = (key: number): number => Math.floor(key / (names.length * functions));
  const sorted = [...times].sort(([a, more], [b, less]) => rowOf(a) - rowOf(b) || less - more);
  return {
    names,
    lineRow: Int32Array.from(sorted, ([key]) => rowOf(key)),
    builtin: Int32Array.from(sorted, ([key]) => Math.floor(key / functions) % names.length),
    within: Int32Array.from(sorted, ([key]) => calleeOf(key % functions)),
    selfTime: Float64Array.from(sorted, ([, sum]) => sum),
  };
}

/**
 * One of V8's builtins, and the part of a line's self time that was in it, 0–1. `isBelow`: it ran somewhere below the line's
 * call. If only one function is called from there, `within` is that function, and the builtin most likely ran in it or below.
 * Without `isBelow` the line itself called the builtin, as far as is known.
 */
export interface BuiltinPart {
  readonly name: string;
  readonly time: number;
  readonly part: number;
  readonly isBelow?: true;
  readonly within?: FunctionIndex;
}

/** The builtins in which a line's self time was, the most first; undefined if the recording does not tell. */
export function builtinsOfLine(
  { builtins, selfTime }: { readonly builtins?: BuiltinTable; readonly selfTime: Float64Array },
  row: number,
): BuiltinPart[] | undefined {
  if (builtins === undefined) return undefined;
  const parts: BuiltinPart[] = [];
  for (let at = lastAtOrBelow(builtins.lineRow, row - 1) + 1; builtins.lineRow[at] === row; at++) {
    const time = builtins.selfTime[at];
    const within = builtins.within[at];
    parts.push({
      name: builtins.names[builtins.builtin[at]],
      time,
      part: Math.min(1, time / selfTime[row]),
      ...(within !== NO_CALLEE && { isBelow: true }),
      ...(within >= 0 && { within }),
    });
  }
  return parts;
}
