import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findLineStarts, formatLineLengths, parseLineLengths } from '../../../src/recording/line-starts.ts';

describe('lengths of lines', () => {
  it('come back as the starts of the lines and the end of the text', () => {
    const texts = fc.array(fc.constantFrom('a', '\n', '\r\n', '\u2028', 'x'.repeat(40), 'y'.repeat(3000)));
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join('');
        const starts = findLineStarts(text);
        assert.deepEqual(
          [...(parseLineLengths(formatLineLengths(starts, text.length)) ?? [])],
          [...starts, text.length],
        );
      }),
    );
  });

  it('take about a character and a half for each line', () => {
    const text = 'const value = compute(other);\n\n  return value + somethingElse;\n'.repeat(100);
    assert.ok(formatLineLengths(findLineStarts(text), text.length).length < 460);
  });

  it('are refused where they are broken', () => {
    for (const text of ['', 'g', 'A!', 'é', 'gggggggA', '/////f/////f'])
      assert.equal(parseLineLengths(text), undefined, text);
  });
});
