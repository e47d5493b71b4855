import type { FunctionIdentities } from './build-functions.ts';
import type { ProfileKernel } from './profile-kernel.ts';
import type { ProfileTables } from './profile.ts';
import { callerOfNative } from './script-caller.ts';

/**
 * Where did garbage collections begin? The function of each row of `collections`, and the line, -1 where it is unknown; undefined
 * where nothing of that is known. Has to be called before the lines are counted.
 */
export function placeCollections(
  { exports }: ProfileKernel,
  { collections, ...profile }: ProfileTables,
  { ofFrame }: FunctionIdentities,
) {
  if (collections === undefined) return undefined;
  const { node, position, time } = collections;
  const places = Array.from(node, (at, row) => callerOfNative(profile, at, position[row]));
  const frames = places.map((place) => profile.tree.frame[place.node]);
  return {
    functions: Int32Array.from(frames, (frame) => ofFrame[frame]),
    lines: Int32Array.from(places, (place, row) =>
      place.position < 0 ? -1 : exports.rowAt(place.position, frames[row]),
    ),
    time,
  };
}
