import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayWidth, neutralise, padEnd, padStart, truncateEnd, truncateStart } from '../../../src/cli/text.ts';
import { holds } from '../../support/holds.ts';

describe('text for terminals', () => {
  it('takes terminal escapes, bells and direction marks out of foreign text', () => {
    assert.equal(neutralise('a\u001b[31mred\u0007\u202Eb\tc\r\nd'), 'a·[31mred··b c d');
  });

  holds(
    'has no control character left, whatever it was',
    [fc.string({ unit: 'binary' })],
    (text) => !/[\u0000-\u001F\u007F-\u009F]/.test(neutralise(text)),
  );

  it('leaves the middle out of what no row could show', () => {
    const text = neutralise(`begin${'a'.repeat(1_000_000)}end`);
    assert.ok(text.length < 5000);
    assert.match(text, /^begina+…a+end$/);
    assert.equal(neutralise('a'.repeat(1000)), 'a'.repeat(1000));
  });

  it('counts wide characters, emoji and combining marks by the columns they take', () => {
    assert.equal(displayWidth('日本語'), 6);
    assert.equal(displayWidth('🔥x'), 3);
    assert.equal(displayWidth('e\u0301'), 1);
    assert.equal(displayWidth('naïve'), 5);
  });

  const graphemes = fc.string({ unit: 'grapheme' });
  holds('is never wider than asked for, and whole where it fits', [graphemes, fc.nat(30)], (text, width) => {
    for (const cut of [truncateEnd(text, width), truncateStart(text, width)]) {
      assert.ok(displayWidth(cut) <= width, `${JSON.stringify(cut)} in ${width}`);
      if (displayWidth(text) <= width) assert.equal(cut, text);
    }
  });

  it('says by an ellipsis that it was cut', () => {
    assert.equal(truncateEnd('日本語', 4), '日…');
    assert.equal(truncateStart('/a/b/file.ts:10', 11), '…file.ts:10');
  });

  it('pads by columns, not by characters', () => {
    assert.equal(padEnd('日本', 6), '日本  ');
    assert.equal(padStart('日本', 5), ' 日本');
  });
});
