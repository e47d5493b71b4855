import assert from 'node:assert/strict';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { clampViewport, zoomViewport } from '../../../src/webview/graph/metrics.ts';
import { buildTicks } from '../../../src/webview/graph/ruler.ts';
import type { Flame } from '../../../src/webview/model/flame.ts';
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
      const ticks = buildTicks(left, right, 8, {});
      assert.ok(ticks.length >= 2 && ticks.length <= 12, `${ticks.length} ticks from ${left} to ${right}`);
      assert.equal(new Set(ticks.map(({ label }) => label)).size, ticks.length, ticks.map(({ label }) => label).join());
    }
  });

  it('has the unit of what was measured', () => {
    const ticks = (left: number, right: number, unit: string): string[] =>
      buildTicks(left, right, 3, { value: { name: 'measured', unit } }).map(({ label }) => plainSpaces(label));
    assert.deepEqual(ticks(0, 1.2e6, 'bytes'), ['0', '0.5 MB', '1.0 MB']);
    assert.deepEqual(ticks(1.2345e6, 1.2347e6, 'bytes'), ['1234.5 kB', '1234.6 kB', '1234.7 kB']);
    assert.deepEqual(ticks(0, 4000, 'count'), ['0', '2,000', '4,000']);
    assert.deepEqual(ticks(0, 4000, 'cycles'), ['0', '2,000 cycles', '4,000 cycles']);
    assert.deepEqual(ticks(0, 4000, 'microseconds'), ['0', '2 ms', '4 ms']);
  });
});

describe('what is in sight', () => {
  const size = { width: 100, height: 100 };
  const whole = { left: 0, right: 0, scroll: 0 };
  const of = (extent: number): Flame => ({ extent, rows: 1 }) as Flame;

  it('is all of it at first, be it a few counts, and at the closest a thousandth or 20 µs', () => {
    for (const [extent, least] of [
      [5, 0.005],
      [1e6, 20],
    ]) {
      assert.deepEqual(clampViewport(whole, of(extent), size), { left: 0, right: extent, scroll: 0 });
      const closest = zoomViewport({ left: 0, right: extent, scroll: 0 }, of(extent), 1e9, 0.5);
      assert.ok(Math.abs(closest.right - closest.left - least) < 1e-9);
      assert.deepEqual(clampViewport(closest, of(extent), size), closest);
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
