import assert from 'node:assert/strict';
import { buildTicks } from '../../../src/webview/graph/ruler.ts';
import { defaultPreferences } from '../../../src/webview/state/preferences.ts';
import { defaultPlace, parseSavedState, type SavedState } from '../../../src/webview/state/saved-state.ts';

describe('the ruler', () => {
  it('marks round times, each with a label of its own', () => {
    for (const [left, right] of [
      [0, 1e6],
      [0, 50],
      [123_456, 123_999],
      [0, 3600e6],
      [9.9e6, 10.1e6],
    ]) {
      const ticks = buildTicks(left, right, 8);
      assert.ok(ticks.length >= 2 && ticks.length <= 12, `${ticks.length} ticks from ${left} to ${right}`);
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length, ticks.map(({ label }) => label).join());
    }
  });
});

describe('saved state', () => {
  const state: SavedState = { version: 1, preferences: defaultPreferences, recording: 'r', place: defaultPlace };

  it('comes back as it was saved', () => assert.deepEqual(parseSavedState(JSON.parse(JSON.stringify(state))), state));

  it('of a version that knew no threads is taken over', () => {
    const { lanes: _, ...place } = defaultPlace;
    assert.deepEqual(parseSavedState({ ...state, place }), state);
  });

  it('is ignored when it is not what this version saves', () => {
    const broken = [undefined, null, 'x', {}, { ...state, version: 2 }];
    for (const value of broken) assert.equal(parseSavedState(value), undefined, JSON.stringify(value));
  });
});
