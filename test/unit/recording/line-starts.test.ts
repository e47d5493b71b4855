import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findLineStarts } from '../../../src/core/index.ts';
import { formatLineLengths, parseLineLengths } from '../../../src/recording/line-starts.ts';
import { holds } from '../../support/holds.ts';

describe('starts of lines', () => {
  it('are found behind each of V8’s line ends', () => {
    assert.deepEqual([...findLineStarts('')], [0]);
    assert.deepEqual([...findLineStarts('a\n\nbc\n')], [0, 2, 3, 6]);
    assert.deepEqual([...findLineStarts('a\r\nb\rc\u2028d\u2029\ne')], [0, 3, 5, 7, 9, 10]);
  });
});

describe('lengths of lines', () => {
  const texts = fc.array(fc.constantFrom('a', '\n', '\r\n', '\u2028', 'x'.repeat(40), 'y'.repeat(3000)));
  holds('come back as the starts of the lines and the end of the text', [texts], (parts) => {
    const text = parts.join('');
    const starts = findLineStarts(text);
    const lengths = parseLineLengths(formatLineLengths(starts, text.length));
    assert.deepEqual([...(lengths ?? [])], [...starts, text.length]);
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
