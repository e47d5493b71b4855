import assert from 'node:assert/strict';
import type { Profile } from '../../src/core/index.ts';

/** The profile with all references resolved, so that two readers may number frames and positions differently. */
export function spellOut(profile: Profile): unknown {
  const { scripts, positions, frames, tree, samples, ticks } = profile;
  const script = (row: number): string => JSON.stringify(row < 0 ? null : scripts[row]);
  const position = (row: number): string =>
    row < 0 ? '-' : `${positions.line[row]}:${positions.column[row]} ${script(positions.script[row])}`;
  const frame = (row: number): string => `${frames.kind[row]} ${frames.name[row]} ${position(frames.position[row])}`;
  return {
    scripts: scripts.map((_, row) => script(row)).sort(),
    frames: frames.name.map((_, row) => frame(row)).sort(),
    nodeFrames: Array.from(tree.frame, frame),
    parents: tree.parent,
    samples,
    tickNodes: ticks.node,
    tickPositions: Array.from(ticks.position, position),
    tickCounts: ticks.count,
    tickTimes: ticks.time,
    tickCpu: ticks.cpu,
    tickBlocked: ticks.blocked,
    tickComputing: ticks.computing,
    tickRepair: ticks.repair,
    recording: profile.recording,
  };
}

/** Asserts that both profiles are the same, to the last bit of every number. */
export function assertSameProfile(actual: Profile, expected: Profile): void {
  assert.deepEqual(spellOut(actual), spellOut(expected));
}
