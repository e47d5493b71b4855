import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { formatCpuprofile } from '../../../src/export/cpuprofile.ts';
import { readCpuprofile } from '../../../src/readers/cpuprofile/read.ts';
import type { Profile } from '../../../src/core/index.ts';
import { profileFromStacks } from '../../support/profile-from-stacks.ts';
import { pathOf } from '../../support/told.ts';
import { useScratch } from '../../support/scratch.ts';

describe('formatCpuprofile', () => {
  const scratch = useScratch();

  const throughFile = async (profile: Profile): Promise<Profile> => {
    const file = scratch('a.cpuprofile');
    await writeFile(file, [...formatCpuprofile(profile)].join(''));
    return readCpuprofile(file);
  };
  /** Each sample as its stack with the locations of definition, and how long it lasted. */
  const stacksOf = (profile: Profile): string[] => {
    const { samples, tree, frames, positions, scripts } = profile;
    const told = (node: number): string => {
      const position = frames.position[tree.frame[node]];
      const place = position < 0 ? '' : ` ${scripts[positions.script[position]].url}:${positions.line[position]}`;
      return frames.name[tree.frame[node]] + place;
    };
    return Array.from(samples.node, (leaf, i) => {
      const stack = pathOf(profile, leaf).map(told).join(' > ');
      return `${stack} ${samples.start[i + 1] - samples.start[i]}`;
    });
  };
  const ticksOf = ({ ticks, positions }: Profile): string[] =>
    Array.from(ticks.node, (_, row) => `${positions.line[ticks.position[row]]}: ${ticks.count[row]}`).sort();

  it('writes what the reader reads back: stacks, times, lines and facts', async () => {
    const stacks = ['main:2 > f:5', 'main:2 > [sort] > f:6', '(idle)', 'main:3', 'main:2 > f:5', '(garbage collector)'];
    const facts = {
      sampler: 'v8log',
      program: '/app/main.js',
      requestedIntervalUs: 500,
      runtimeVersion: 'v20.1.0',
    } as const;
    const profile = profileFromStacks(stacks, {
      durations: [900, 1000, 5000, 1000, 1000, 2000],
      callSites: true,
      facts,
    });
    const read = await throughFile(profile);
    assert.deepEqual(stacksOf(read), stacksOf(profile));
    assert.deepEqual(ticksOf(read), ticksOf(profile));
    const { sampler, program, requestedIntervalUs, diagnostics } = read.recording;
    assert.deepEqual([sampler, program, requestedIntervalUs, diagnostics], ['v8log', '/app/main.js', 500, []]);
  });

  it('writes an empty recording too', async () => {
    const read = await throughFile(profileFromStacks([]));
    assert.equal(read.samples.node.length, 0);
  });
});
