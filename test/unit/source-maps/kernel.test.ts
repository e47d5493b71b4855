import assert from 'node:assert/strict';
import fc from 'fast-check';
import { WINDOW } from '../../../src/source-maps/decode/map-kernel.ts';
import { scanStringList } from '../../../src/source-maps/decode/kernel-text.ts';
import { holds } from '../../support/holds.ts';

const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab \n\r\t"\\/\u0001é漢\u2028\u2029\ufeff😀')),
  maxLength: 400,
});

function checkEnd(list: readonly string[]): void {
  const bytes = Buffer.from(JSON.stringify(list));
  assert.equal(scanStringList(bytes, 0)?.end, bytes.length);
}

describe('texts in the kernel', () => {
  holds(
    'are found in lists as JSON.parse finds them',
    [fc.array(fc.option(text), { maxLength: 12 }), fc.constantFrom(0, 2)],
    (list, indent) => {
      const bytes = Buffer.from(`${JSON.stringify(list, undefined, indent)}, 1]`);
      const found = scanStringList(bytes, 0) ?? assert.fail();
      assert.deepEqual(JSON.parse(bytes.toString('utf8', 0, found.end)), list);
      assert.equal(found.elements.length, list.length);
      for (const [i, value] of list.entries()) {
        const json = JSON.stringify(value);
        assert.equal(bytes.toString('utf8', found.elements[i], found.elements[i] + Buffer.byteLength(json)), json);
      }
    },
    { numRuns: 300 },
  );

  it('are found across the border of two windows, and of the 64 bytes that are scanned at once; and only whole ones', () => {
    for (const border of [WINDOW, 64, 128]) {
      for (let shift = 0; shift < 12; shift++) {
        for (const end of ['""\\', '\\', '\\\\', '\\\\\\"', '"\\\\\\\\', '\n"\n'])
          checkEnd(['x'.repeat(border - 1 - shift) + end, 'y']);
      }
    }
    for (const broken of ['["a" "b"]', '["a",', '[1]', '[{}]', '["a"'])
      assert.equal(scanStringList(Buffer.from(broken), 0), undefined);
  });
});
