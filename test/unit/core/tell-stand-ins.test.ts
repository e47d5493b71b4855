import assert from 'node:assert/strict';
import { FrameKind, tellStandIns } from '../../../src/core/index.ts';
import { profileFromStacks } from '../../support/profile-from-stacks.ts';

describe('the function that the recorder has in the place of a native one', () => {
  const recorded = profileFromStacks(['main:2 > spawnSync:4 > pass:3', 'main:2 > spawnSync:5']);
  const url = (name: string): string => (name.endsWith('pass.js') ? 'node:heatline' : name);
  const told = tellStandIns(
    { ...recorded, scripts: recorded.scripts.map((script) => ({ url: url(script.url) })) },
    'node:heatline',
  );

  it('is told as that one, without lines', () => {
    const { frames, positions } = told;
    const row = frames.name.indexOf('spawn');
    assert.deepEqual([frames.kind[row], frames.position[row]], [FrameKind.native, -1]);
    assert.ok(!frames.name.includes('pass'));
    const files = [...told.ticks.position].map((at) => told.scripts[positions.script[at]].url);
    assert.deepEqual(new Set(files), new Set(['/app/spawnSync.js']));
  });

  it('is nothing that other recordings have', () => {
    assert.equal(tellStandIns(recorded, 'node:heatline'), recorded);
  });
});
