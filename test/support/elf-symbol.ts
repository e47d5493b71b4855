import { open } from 'node:fs/promises';

/** Bytes: of a header of a file, of a section, of a symbol; ELF64, little-endian (the System V ABI's generic part). */
const SECTION_HEADER = 64;
const SYMBOL = 24;
const SYMBOL_TABLE = 2;

interface Section {
  readonly type: number;
  readonly address: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

/** The bytes of a symbol in an ELF file of 64 bits that was not stripped. Rejects where it has no symbol of this name. */
export async function readElfSymbol(file: string, name: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  const bytesAt = async (offset: number, length: number): Promise<Buffer> =>
    (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer;
  try {
    const header = await bytesAt(0, 64);
    const count = header.readUInt16LE(60);
    const headers = await bytesAt(Number(header.readBigUInt64LE(40)), count * SECTION_HEADER);
    const sections = Array.from({ length: count }, (_, k) => parseSection(headers.subarray(k * SECTION_HEADER)));
    const table = sections.find(({ type }) => type === SYMBOL_TABLE);
    if (!table) throw new Error(`${file} has no symbols`);
    const names = await bytesAt(sections[table.link].offset, sections[table.link].size);
    const wanted = names.indexOf(`\0${name}\0`) + 1;
    const symbols = await bytesAt(table.offset, table.size);
    for (let at = 0; wanted > 0 && at < symbols.length; at += SYMBOL) {
      if (symbols.readUInt32LE(at) !== wanted) continue;
      const address = Number(symbols.readBigUInt64LE(at + 8));
      const { offset, address: start } = sections[symbols.readUInt16LE(at + 6)];
      return await bytesAt(offset + address - start, Number(symbols.readBigUInt64LE(at + 16)));
    }
    throw new Error(`${file} has no symbol ${name}`);
  } finally {
    await handle.close();
  }
}

function parseSection(header: Buffer): Section {
  const word = (at: number): number => Number(header.readBigUInt64LE(at));
  return {
    type: header.readUInt32LE(4),
    address: word(16),
    offset: word(24),
    size: word(32),
    link: header.readUInt32LE(40),
  };
}
