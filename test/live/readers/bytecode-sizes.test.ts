import assert from 'node:assert/strict';
import { bytecodeSizesOf } from '../../../src/readers/v8-log/bytecode-sizes.ts';
import { readElfSymbol } from '../../support/elf-symbol.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';

describe('the sizes of bytecodes', () => {
  for (const major of nodeMajors)
    itWhere(isLinux, 'they are read from an ELF file')(`are those of Node ${major}`, async () => {
      const name = '_ZN2v88internal11interpreter9Bytecodes14kBytecodeSizesE';
      const table = await readElfSymbol(await nodeBinary(major), name);
      const digits = Array.from(table, (size) => size.toString(36)).join('');
      const third = digits.length / 3;
      const expected = [0, 1, 2].map((k) => digits.slice(k * third, (k + 1) * third));
      const versions = { 20: '11.3.244', 22: '12.4.254', 24: '13.6.233', 26: '14.6.202' } as const;
      assert.deepEqual(bytecodeSizesOf(versions[major]), expected);
    });
});
