import assert from 'node:assert/strict';
import { formatShare, formatTime } from '../../../src/present/quantities.ts';
import { buildTicks } from '../../../src/webview/graph/ruler.ts';
import { defaultPreferences } from '../../../src/webview/state/preferences.ts';
import { defaultPlace, parseSavedState, type SavedState } from '../../../src/webview/state/saved-state.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('what is shown of numbers', () => {
  it('has three digits and a unit', () => {
    const shown = [0, 0.25, 850, 999.6, 1500, 312_400, 999_499, 999_600, 12_340_000, 59_999_600, 3_661_000_000].map(
      formatTime,
    );
    assert.deepEqual(shown.map(plain), [
      '0 ms',
      '0.25 µs',
      '850 µs',
      '1.00 ms',
      '1.50 ms',
      '312 ms',
      '999 ms',
      '1.00 s',
      '12.3 s',
      '1 min 0 s',
      '61 min 1 s',
    ]);
  });

  it('shows what is unknown as a dash, and small shares as small', () => {
    assert.equal(formatTime(NaN), '–');
    assert.deepEqual([NaN, 0, 0.0004, 0.312, 0.9996, 1].map(formatShare).map(plain), [
      '–',
      '0.0 %',
      '< 0.1 %',
      '31.2 %',
      '100 %',
      '100 %',
    ]);
  });

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

  it('is ignored when it is not what this version saves', () => {
    const broken = [
      undefined,
      null,
      'x',
      {},
      { ...state, version: 2 },
      { ...state, preferences: { ...defaultPreferences, view: 'pie' } },
      { ...state, preferences: { ...defaultPreferences, sort: undefined } },
      { ...state, place: { ...defaultPlace, viewports: {} } },
      { ...state, place: { ...defaultPlace, focus: { kind: 'path' } } },
    ];
    for (const value of broken) assert.equal(parseSavedState(value), undefined, JSON.stringify(value));
  });
});
