import type { BuiltinTable } from './analysis.ts';
import { lastAtOrBelow } from './last-at-or-below.ts';
import type { FunctionIdentities } from './build-functions.ts';
import { Numbering } from './numbering.ts';
import { type BuiltinTicks, NO_CALLEE } from './profile.ts';
import type { FunctionIndex } from './units.ts';

/**
 * The time of each line in each of V8's builtins: sorted by row, then by time, the most first. `lineRow`: of the line to which each tick
 * is charged.
 */
export function buildBuiltins(
  { names, builtin, within, time }: BuiltinTicks,
  lineRow: Int32Array,
  { ofFrame, name }: Pick<FunctionIdentities, 'ofFrame' | 'name'>,
): BuiltinTable {
  const keys = new Numbering<number>();
  const rows: { readonly line: number; readonly builtin: number; readonly within: number; time: number }[] = [];
  lineRow.forEach((line, tick) => {
    if (line < 0) return;
    const callee = within[tick] < 0 ? within[tick] : ofFrame[within[tick]];
    const key = (line * names.length + builtin[tick]) * (name.length + 2) + callee + 2;
    const row = (rows[keys.numberOf(key)] ??= { line, builtin: builtin[tick], within: callee, time: 0 });
    row.time += time[tick];
  });
  rows.sort((a, b) => a.line - b.line || b.time - a.time);
  return {
    names,
    lineRow: Int32Array.from(rows, (row) => row.line),
    builtin: Int32Array.from(rows, (row) => row.builtin),
    within: Int32Array.from(rows, (row) => row.within),
    selfTime: Float64Array.from(rows, (row) => row.time),
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
