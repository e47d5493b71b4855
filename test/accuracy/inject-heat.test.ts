import { strict as assert } from 'node:assert';
import vm from 'node:vm';
import { findPlaces, heatKinds, injectHeat } from './inject-heat.ts';
import { Random } from '../support/random.ts';

const script = `'use strict';
const outside = 1;
function add(list) {
  'use strict';
  let sum = 0;
  for (const one of list) {
    sum +=
      one; sum += 0;
  }
  return sum;
}
[add([1, 2, 3]), [4].map((x) => {
  return x * 2;
})[0]].join()`;

describe('injected lines', () => {
  it('stand before statements of functions that begin a line, and nowhere else', () => {
    assert.deepEqual(findPlaces('script.js', script), [5, 6, 7, 10, 13]);
  });

  it('run each time, and change nothing else', () => {
    const places = findPlaces('script.js', script);
    const { text, heat } = injectHeat(
      script,
      places,
      places.map((_, i) => heatKinds[i % heatKinds.length]),
      100,
    );
    const lines = text.split('\n');
    assert.deepEqual(
      heat.map(({ id, line }) => [id, lines[line - 1].startsWith(`if (heatline$.due(${id}))`)]),
      [100, 101, 102, 103, 104].map((id) => [id, true]),
    );
    const calls: Record<number, number> = {};
    const burnt: number[] = [];
    const heatline$ = {
      due: (id: number) => (calls[id] = (calls[id] ?? 0) + 1) === 1,
      begin: () => 3,
      end: (id: number) => burnt.push(id),
      ...{ shapes: Array.from({ length: 16 }, () => ({ size: 1 })), text: 'lazy', list: [] },
    };
    assert.equal(vm.runInNewContext(text, { heatline$ }), vm.runInNewContext(script));
    assert.deepEqual(calls, { 100: 1, 101: 1, 102: 3, 103: 1, 104: 1 });
    assert.deepEqual(burnt.sort(), [100, 101, 102, 103, 104]);
  });

  it('are the same for the same seed, and others for another', () => {
    const list = Array.from({ length: 1000 }, (_, i) => i);
    const chosen = (seed: number): number[] => new Random(seed).choose(list, 12);
    assert.deepEqual(chosen(1), chosen(1));
    assert.notDeepEqual(chosen(1), chosen(2));
    assert.deepEqual(
      chosen(1),
      [...new Set(chosen(1))].sort((a, b) => a - b),
    );
  });
});
