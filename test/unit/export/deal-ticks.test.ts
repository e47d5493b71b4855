import assert from 'node:assert/strict';
import { mergeProfiles, threadOf } from '../../../src/core/index.ts';
import { weightOf } from '../../../src/core/index.ts';
import { dealTicks } from '../../../src/export/deal-ticks.ts';
import { profileFromStacks } from '../../support/profile-from-stacks.ts';

type Recorded = ReturnType<typeof profileFromStacks>;

/** The line that each sample is dealt, with the function that has it; 0 for none. */
function dealt(profile: Recorded): string[] {
  const merged = mergeProfiles([{ thread: threadOf({}), offset: 0, profile }]);
  const deal = dealTicks(merged);
  const { samples, frames, tree, positions } = profile;
  return Array.from(samples.node, (of, i) => {
    const [node, position] = deal(of, weightOf(samples, i));
    return `${frames.name[tree.frame[node]]}:${position < 0 ? 0 : positions.line[position]}`;
  });
}

describe('lines that are dealt to samples', () => {
  it('come evenly, each as often as it was sampled', () => {
    const stacks = ['main:3', 'main:3', 'main:3', 'main:4', 'main:3', 'main', 'main:4', 'main:3'];
    assert.deepEqual(dealt(profileFromStacks(stacks)), [
      ...['main:3', 'main:4', 'main:3', 'main:3', 'main:0', 'main:3', 'main:4', 'main:3'],
    ]);
  });

  it('get the time that they had where samples weigh differently', () => {
    const lines = ['main:3', 'main:4', 'main:4', 'main:4'];
    const [first, ...others] = dealt(profileFromStacks(lines, { durations: [300, 100, 100, 100] }));
    assert.equal(first, 'main:3');
    assert.deepEqual(others, ['main:4', 'main:4', 'main:4']);
  });

  it('are of the function to which a repair moved them, from the samples of the one that was blamed', () => {
    const { samples, ticks, ...others } = profileFromStacks(['main:3', 'main:3', 'main:3 > helper:13', 'main:3']);
    const [main, , helper] = samples.node;
    const profile = {
      ...others,
      samples: { ...samples, node: samples.node.map(() => main) },
      ticks: { ...ticks, from: ticks.node.map((node) => (node === helper ? main : -1)) },
    };
    assert.deepEqual(dealt(profile).sort(), ['helper:13', 'main:3', 'main:3', 'main:3']);
  });
});
