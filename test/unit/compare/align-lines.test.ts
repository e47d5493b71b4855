import assert from 'node:assert/strict';
import fc from 'fast-check';
import { alignLines } from '../../../src/compare/align-lines.ts';
import { holds } from '../../support/holds.ts';

describe('aligning a text with an older one', () => {
  it('finds every line that is still there', () => {
    const before = ['function a() {', '  one();', '  two();', '  three();', '}', ''];
    const now = ['// new', 'function a() {', '  two();', '    three();', '  four();', '}', ''];
    assert.deepEqual([...alignLines(before, now)], [1, -1, 2, 3, 5, 6]);
  });

  it('follows a block that was moved past another', () => {
    const block = (name: string): string[] => [`function ${name}() {`, '  return 1;', `  // end of ${name}`, '}'];
    const [first, second, third] = ['first', 'second', 'third'].map(block);
    const place = alignLines([...first, ...second, ...third], [...third, ...first, ...second]);
    // The last brace stays with the last: one is as good as another.
    assert.deepEqual([...place.slice(0, 7)], [4, 5, 6, 7, 8, 9, 10]);
    assert.deepEqual([...place.slice(8, 11)], [0, 1, 2]);
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '  a', ''), { maxLength: 12 });
  holds('keeps the order, and only joins equal lines', [lines, lines], (before, now) => {
    const place = [...alignLines(before, now)];
    const found = place.filter((at) => at >= 0);
    assert.ok(
      found.every((at, i) => i === 0 || at > found[i - 1]),
      'rising',
    );
    place.forEach((at, index) => at >= 0 && assert.equal(before[index].trim(), now[at].trim()));
  });
});
