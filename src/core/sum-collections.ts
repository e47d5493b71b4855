import type { FunctionIdentities } from './build-functions.ts';
import type { ProfileKernel } from './profile-kernel.ts';
import type { ProfileTables } from './profile.ts';
import { callerOfNative } from './script-caller.ts';
import type { FunctionIndex, LineIndex, Microseconds } from './units.ts';

/** Garbage collections that began in one place. */
interface BegunCollections {
  readonly function: FunctionIndex;
  /** -1 where it is unknown. */
  readonly line: LineIndex;
  readonly time: Microseconds;
}

/** Where did garbage collections begin? Undefined where that is unknown. Has to be called before the lines are counted. */
export const placeCollections = (
  { exports }: ProfileKernel,
  { collections, ...profile }: ProfileTables,
  { ofFrame }: FunctionIdentities,
): BegunCollections[] | undefined =>
  collections &&
  Array.from(collections.time, (time, row) => {
    const { node, position } = callerOfNative(profile, collections.node[row], collections.position[row]);
    const frame = profile.tree.frame[node];
    return { function: ofFrame[frame], line: position < 0 ? -1 : exports.rowAt(position, frame), time };
  });

/** Adds them up by so many functions, or lines. */
export function sumCollections(
  begun: readonly BegunCollections[],
  by: 'function' | 'line',
  rows: number,
): Float64Array {
  const sums = new Float64Array(rows);
  for (const { [by]: row, time } of begun) if (row >= 0) sums[row] += time;
  return sums;
}
