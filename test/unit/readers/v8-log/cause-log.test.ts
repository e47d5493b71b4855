import assert from 'node:assert/strict';
import { CauseLog } from '../../../../src/readers/v8-log/cause-log.ts';
import { layoutOf } from '../../../../src/readers/v8-log/shapes.ts';
import { smallLog } from './log-text.ts';

/** What is known of the one access in a log with these lines. */
function siteOf(...lines: readonly string[]) {
  const log = new CauseLog();
  for (const text of [...smallLog, ...lines]) {
    const bytes = Buffer.from(`${text}\n`);
    log.line(bytes, 0, bytes.length - 1);
  }
  const { sites, passedOver } = log.build([]);
  assert.deepEqual([sites.size, passedOver], [1, 0]);
  const shapes = [...[...sites.values()][0].shapes];
  return shapes.map((shape) => ({
    layout: layoutOf(shape).steps.map(({ added }) => added),
    reasons: [...(shape.normalised?.values() ?? [])].map(({ reason }) => reason),
  }));
}

const read = (map: string): string => `LoadIC,0x2004,100,1,1,1,N,${map},value,,`;
const map = (kind: string, from: string, to: string, reason: string, name: string): string =>
  `map,${kind},90,${from},${to},0x2004,1,1,${reason},${name}`;

describe('The lines about causes in a V8 log', () => {
  it('tell of the map that is at an address now, and not of one that was there', () => {
    const [first, second] = siteOf(
      map('Transition', '0x10', '0x20', '', 'old'),
      read('0x20'),
      'map-create,91,0x20',
      read('0x20'),
    );
    assert.deepEqual([first.layout, second.layout], [['old'], []]);
  });

  it('tell why the objects of this dictionary became one, and not those of another that had its address', () => {
    const [first, second] = siteOf(
      map('Normalize', '0x10', '0x20', 'DeletingProperty', ''),
      map('NormalizeCached', '0x10', '0x20', 'TooManyFastProperties', ''),
      read('0x20'),
      map('Normalize', '0x10', '0x20', 'SlowTransition', ''),
      read('0x20'),
    );
    assert.deepEqual(first.reasons, ['DeletingProperty', 'TooManyFastProperties']);
    assert.deepEqual(second.reasons, ['SlowTransition']);
  });
});
