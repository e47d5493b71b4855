import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { NativeLines } from '../../../../src/readers/v8-log/native-functions.ts';
import { useScratch } from '../../../support/scratch.ts';

/** Functions by their names: an ELF file of 64 bits that is loaded where it was linked to, or anywhere. */
function elfOf(functions: Readonly<Record<string, readonly [address: number, size: number]>>, type = 2): Buffer {
  const names = Buffer.from(`\0${Object.keys(functions).join('\0')}\0`, 'latin1');
  const symbols = Object.entries(functions).map(([name, [address, size]]) => {
    const symbol = Buffer.alloc(24);
    symbol.writeUInt32LE(names.indexOf(`\0${name}\0`) + 1, 0);
    symbol[4] = 0x12;
    symbol.writeBigUInt64LE(BigInt(address), 8);
    symbol.writeBigUInt64LE(BigInt(size), 16);
    return symbol;
  });
  const header = Buffer.alloc(64);
  header.write('\x7fELF\x02\x01', 'latin1');
  header.writeUInt16LE(type, 16);
  header.writeBigUInt64LE(64n, 40);
  header.writeUInt16LE(2, 60);
  const section = (kind: number, offset: number, size: number, link: number): Buffer => {
    const bytes = Buffer.alloc(64);
    bytes.writeUInt32LE(kind, 4);
    bytes.writeBigUInt64LE(BigInt(offset), 24);
    bytes.writeBigUInt64LE(BigInt(size), 32);
    bytes.writeUInt32LE(link, 40);
    return bytes;
  };
  const table = Buffer.concat(symbols);
  const at = 64 * 3;
  return Buffer.concat([
    ...[header, section(2, at, table.length, 1), section(3, at + table.length, names.length, 0)],
    ...[table, names],
  ]);
}

describe('V8’s C++ functions', () => {
  const scratch = useScratch();
  const functions = {
    _ZN2v88internal7Context6LookupENS0_6HandleIS1_EE: [0x401000, 400],
    _ZN4node4InitEv: [0x402000, 100],
    _Z11halfsiphashjm: [0x403000, 50],
    _ZN2v86bigint9AddSignedEv: [0x404000, 0],
  } as const;
  const linesFor = async (binary: Buffer | undefined): Promise<string> => {
    const node = scratch('no,de');
    if (binary) await writeFile(node, binary);
    else await rm(node, { force: true });
    const start = `v8-version,12,4\nshared-library,${node.replace(',', '\\x2C')},0x400000,0x500000,0\n`;
    return (await new NativeLines().of(Buffer.from(start))).toString();
  };

  it('are those of which something can be told, where the binary has their symbols', async () => {
    assert.equal(
      await linesFor(elfOf(functions)),
      'heatline-native,0x401000,400,Context::Lookup\nheatline-native,0x403000,50,NumberDictionary\n',
    );
  });

  it('are not told where symbols are no addresses, or the file is another one, or gone', async () => {
    assert.equal(await linesFor(undefined), '');
    assert.equal(await linesFor(elfOf(functions, 3)), '');
    assert.equal(await linesFor(Buffer.from('#!/bin/sh\n')), '');
    assert.equal(await linesFor(elfOf(functions).subarray(0, 100)), '');
    const huge = elfOf(functions);
    huge.writeBigUInt64LE(1n << 50n, 64 + 32);
    assert.equal(await linesFor(huge), '');
  });
});
