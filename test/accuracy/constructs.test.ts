import { strict as assert } from 'node:assert';
import { readConstructs } from './marked-lines.ts';

describe('everyday constructs', () => {
  it('have a marked line each', async () => {
    const { hot, owner, innocent } = await readConstructs();
    assert.ok(hot.size >= 40);
    const owners = [...owner.values()];
    assert.deepEqual(new Set(owners.map((name) => name.replace(/ rest$/, ''))), new Set(hot.keys()));
    assert.ok(owners.includes('pop rest'), 'what a construct does beside its line is no line of it');
    for (const [name, places] of hot) {
      for (const place of places) assert.equal(owner.get(place), name);
      assert.ok(places.every((place) => !innocent.has(place)));
    }
  });
});
