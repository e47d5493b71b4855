import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isJsonOf } from '../../../src/source-maps/decode/json-outline.ts';
import { WINDOW } from '../../../src/source-maps/decode/map-kernel.ts';
import { scanLineStarts, scanStringList } from '../../../src/source-maps/decode/kernel-text.ts';
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
  const escape = (json: string, pattern: RegExp) =>
    json.replace(pattern, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  holds(
    'are compared with their JSON, however that is escaped',
    [text, text, fc.nat(2)],
    (a, b, how) => {
      const plain = JSON.stringify(a);
      const json = how === 0 ? plain : escape(plain, how === 1 ? /[^\0-\x7f]/g : /[ab ]/g);
      const bytes = Buffer.from(`[${json}]`);
      const isSame = isJsonOf(bytes, 1, Buffer.from(a));
      // “Not certain” is a valid answer, but not for maps that real tools write.
      if (how === 0) assert.ok(isSame || /[\u0001]/.test(a));
      if (a !== b) assert.equal(isJsonOf(bytes, 1, Buffer.from(b)), false);
      assert.equal(isJsonOf(bytes, 1, Buffer.from(`${a}x`)), false);
      assert.equal(isJsonOf(bytes, 1, Buffer.from(a).subarray(0, -1)), a === '');
    },
    { numRuns: 500 },
  );

  it('are compared beyond a window', () => {
    const long = Array.from({ length: 60_000 }, (_, i) => `line ${i}\t"é"\r\n`).join('');
    const bytes = Buffer.from(JSON.stringify(long));
    assert.ok(Buffer.byteLength(long) > 2 * WINDOW);
    assert.equal(isJsonOf(bytes, 0, Buffer.from(long)), true);
    assert.equal(isJsonOf(bytes, 0, Buffer.from(long.replace('line 59000', 'line 59001'))), false);
    assert.equal(isJsonOf(bytes, 0, Buffer.from(long.slice(0, -2))), false);
  });

  it('have the lines that the language says', () => {
    const check = (value: string) => {
      const starts = [...value.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map((end) =>
        Buffer.byteLength(value.slice(0, end.index + end[0].length)),
      );
      assert.deepEqual([...scanLineStarts(Buffer.from(value))], [0, ...starts, Buffer.byteLength(value)]);
    };
    fc.assert(fc.property(text, check), { numRuns: 300 });
    // Line ends across the border of two windows.
    for (const end of ['\r\n', '\u2028', '\n']) {
      for (let shift = 0; shift < 4; shift++) check(`${'x'.repeat(WINDOW - shift)}${end}y${end}`);
    }
  });

  it('are found in lists as JSON.parse finds them', () => {
    fc.assert(
      fc.property(fc.array(fc.option(text), { maxLength: 12 }), fc.constantFrom(0, 2), (list, indent) => {
        const bytes = Buffer.from(`${JSON.stringify(list, undefined, indent)}, 1]`);
        const found = scanStringList(bytes, 0);
        assert.ok(found);
        assert.deepEqual(JSON.parse(bytes.toString('utf8', 0, found.end)), list);
        assert.equal(found.starts.length, list.length);
        for (const [i, value] of list.entries()) {
          const json = JSON.stringify(value);
          assert.equal(bytes.toString('utf8', found.starts[i], found.starts[i] + Buffer.byteLength(json)), json);
        }
      }),
      { numRuns: 300 },
    );
    // Escapes across the border of two windows, and of the 64 bytes that are scanned at once.
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
