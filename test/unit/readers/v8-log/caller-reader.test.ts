import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { CallerReader } from '../../../../src/readers/v8-log/caller-reader.ts';
import { holds } from '../../../support/holds.ts';

/** What `text` stands for, the outermost first; undefined where it is broken. */
function plainRead(text: string): number[] | undefined {
  if (text === '') return [];
  const fields = text.slice(1).split(',').reverse();
  const isWhole =
    text.startsWith(',') && fields.every((field) => /^0x[\da-fA-F]+$/.test(field) && Number(field) < 2 ** 53);
  return isWhole ? fields.map(Number) : undefined;
}

function readAll(texts: readonly string[], bytes = Buffer.from(`6${texts.join('')}`)): (number[] | undefined)[] {
  const reader = new CallerReader();
  let start = 1;
  return texts.map((text) => {
    const count = reader.read(bytes, start, start + text.length);
    start += text.length;
    return count < 0 ? undefined : [...reader.addresses.subarray(0, count)];
  });
}

describe('the callers of ticks', () => {
  const address = fc.oneof(
    fc.nat(3).map((value) => `0x7ffff000000${value}`),
    fc.nat(2 ** 31 - 1).map((value) => `0x${value.toString(16)}`),
    fc.bigInt(0n, 2n ** 60n).map((value) => `0x${value.toString(16)}`),
    fc.constantFrom('0x1', '0xff', '0X1', '0x', 'ff', '0xg', '0x1 ', '', '0x20000000000000', '0xABCDEF0123', '0x0007f'),
  );
  const frequent = { weight: 9, arbitrary: fc.constantFrom('0x1', '0x7f3a', '0x7ffff0000001') };
  const stack = fc.array(fc.oneof(frequent, address), { maxLength: 6 });
  const text = stack.map((fields) => fields.map((field) => `,${field}`).join(''));

  const texts = fc.array(text, { minLength: 1, maxLength: 12 });
  const body = (all: string[]) => assert.deepEqual(readAll(all), all.map(plainRead));
  holds('are read as they stand, whatever the stack before was', [texts], body, { numRuns: 3000 });

  it('are taken from the lines of one piece of the file after the other', () => {
    const reader = new CallerReader();
    for (const line of [',0xab,0x7ffff', ',0xcd,0x7ffff', ',0xab,0x7ffff']) {
      assert.equal(reader.read(Buffer.from(line), 0, line.length), 2);
      assert.deepEqual([...reader.addresses.subarray(0, 2)], plainRead(line));
    }
  });

  it('are no more than there is room for', () => {
    const deep = ',0x1'.repeat(4095);
    assert.equal(readAll([deep])[0]?.length, 4095);
    assert.deepEqual(readAll([`${deep},0x1`, ',0x2']), [undefined, [2]]);
    assert.deepEqual(readAll([`,0x${'0'.repeat(100_000)}1`, ',0x2']), [undefined, [2]]);
  });
});
