import type { FileHandle } from 'node:fs/promises';
import { bytesAt, useFile } from '../use-file.ts';
import { unescapeText } from './log-fields.ts';

/** A line of the recorder's: where one of V8's C++ functions is that tell why a line is slow, and what it is told as. */
export const NATIVE_LINE = 'heatline-native';

/** What is looked for in the names of functions, and what they are told as. */
const told: readonly (readonly [part: string, label: string])[] = [
  ['7Context6Lookup', 'Context::Lookup'],
  ['LookupSlot', 'Context::Lookup'],
  ['2v88internal9ScopeInfo', 'Context::Lookup'],
  ['2v86bigint', 'BigInt'],
  ['2v88internal13MutableBigInt', 'BigInt'],
  ['2v88internal6BigInt', 'BigInt'],
  // The hash of an index.
  ['halfsiphash', 'NumberDictionary'],
];

/** The node binary is among the first libraries that a log names. */
export const LOG_START = 1 << 16;
/** ELF64, little-endian (the System V ABI's generic part). Bytes of its header, of a section's and of a symbol. */
const [HEADER, SECTION, SYMBOL] = [64, 64, 24];
/** In bytes. A damaged file must not have so much memory made for it. */
const LARGEST_SECTION = 256 * 1024 * 1024;
/** What is loaded where it was linked to, so that symbols are addresses; a table of symbols; a function. */
const [FIXED, SYMBOL_TABLE, FUNCTION] = [2, 2, 2];

/**
 * Lines about the C++ functions of the Nodes that write logs, from the symbols of their binaries; empty where one cannot be read, has
 * none, or is loaded anywhere. Official builds have them. Each is read once.
 */
export class NativeLines {
  readonly #byBinary = new Map<string, Promise<string>>();

  /** `start`: the first `LOG_START` bytes of a log. */
  async of(start: Buffer): Promise<Buffer> {
    const binary = unescapeText(/^shared-library,([^,]+),/m.exec(start.toString('utf8'))?.[1] ?? '');
    const lines = this.#byBinary.get(binary) ?? useFile(binary, linesOf).catch(() => '');
    this.#byBinary.set(binary, lines);
    return Buffer.from(await lines);
  }
}

async function linesOf(file: FileHandle): Promise<string> {
  const header = await bytesAt(file, 0, HEADER);
  if (header.toString('latin1', 0, 6) !== '\x7fELF\x02\x01' || header.readUInt16LE(16) !== FIXED) return '';
  const headers = await bytesAt(file, Number(header.readBigUInt64LE(40)), header.readUInt16LE(60) * SECTION);
  const sections = Array.from({ length: headers.length / SECTION }, (_, k) => headers.subarray(k * SECTION));
  const table = sections.find((section) => section.readUInt32LE(4) === SYMBOL_TABLE);
  if (table === undefined) return '';
  const contentOf = async (section: Buffer): Promise<Buffer> => {
    const size = Number(section.readBigUInt64LE(32));
    return size > LARGEST_SECTION ? Buffer.alloc(0) : bytesAt(file, Number(section.readBigUInt64LE(24)), size);
  };
  const labels = findNames(await contentOf(sections[table.readUInt32LE(40)]));
  const symbols = await contentOf(table);
  let lines = '';
  for (let at = 0; at < symbols.length; at += SYMBOL) {
    const label = labels.get(symbols.readUInt32LE(at));
    if (label === undefined || (symbols[at + 4] & 15) !== FUNCTION) continue;
    const [address, size] = [symbols.readBigUInt64LE(at + 8), symbols.readBigUInt64LE(at + 16)];
    if (size > 0) lines += `${NATIVE_LINE},0x${address.toString(16)},${size},${label}\n`;
  }
  return lines;
}

/** By where the names begin in the text of all names. */
function findNames(names: Buffer): Map<number, string> {
  const found = new Map<number, string>();
  for (const [part, label] of told)
    for (let at = names.indexOf(part); at >= 0; at = names.indexOf(part, at + 1))
      found.set(names.lastIndexOf(0, at) + 1, label);
  return found;
}
