import assert from 'node:assert/strict';
import type { Profile } from '../../src/profile/index.ts';

/** The profile with positions spelled out, so that two readers may number positions and frames differently. */
export function spellOut(profile: Profile): unknown {
  const { scripts, positions, frames, tree, samples, ticks } = profile;
  const position = (row: number): string =>
    row < 0
      ? '-'
      : `${positions.script[row]}@${scripts[positions.script[row]].url}:${positions.line[row]}:${positions.column[row]}`;
  return {
    scripts,
    frames: frames.name.map((name, row) => `${frames.kind[row]} ${name} ${position(frames.position[row])}`),
    tree,
    samples,
    tickNodes: ticks.node,
    tickPositions: Array.from(ticks.position, position),
    tickCounts: ticks.count,
    tickTimes: ticks.time,
    tickCpu: ticks.cpu,
    recording: profile.recording,
  };
}

/** Both profiles say the same, to the last bit of every number. */
export function assertSameProfile(actual: Profile, expected: Profile): void {
  assert.deepEqual(spellOut(actual), spellOut(expected));
}
