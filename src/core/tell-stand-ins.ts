import { FrameKind, type Profile, scriptOfFrame } from './profile.ts';
import { builtinsWithout, ticksWithout } from './ticks-without.ts';
import { NONE } from './units.ts';

/** What it stands in for, as V8 calls it. */
const SPAWN = 'spawn';

/**
 * Names the recorder's stand-in for a native function of Node's as that function: the program knows no other. `script`: the
 * url of the stand-in's script.
 */
export function tellStandIns(profile: Profile, script: string): Profile {
  const { frames, tree, ticks, builtins, scripts } = profile;
  const isStandIn = frames.name.map((_, frame) => scripts[scriptOfFrame(profile, frame)]?.url === script);
  if (!isStandIn.includes(true)) return profile;
  return {
    ...profile,
    frames: {
      ...frames,
      name: frames.name.map((name, frame) => (isStandIn[frame] ? SPAWN : name)),
      position: frames.position.map((position, frame) => (isStandIn[frame] ? NONE : position)),
      kind: frames.kind.map((kind, frame) => (isStandIn[frame] ? FrameKind.native : kind)),
    },
    ticks: ticksWithout(ticks, (node) => isStandIn[tree.frame[node]]),
    ...(builtins && { builtins: builtinsWithout(builtins, (frame) => isStandIn[frame]) }),
  };
}
