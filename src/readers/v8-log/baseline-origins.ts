import { lastAtOrBelow } from '../../core/index.ts';
import { findBytecodes } from './bytecode-sizes.ts';
import { CodeMap, type CodeRange } from './code-map.ts';
import { CollectionNotes } from './collections.ts';
import { FieldCursor } from './log-fields.ts';
import { NATIVE_LINE } from './native-functions.ts';
import type { SourcePositions } from './source-positions.ts';

/** A line of the recorder's: the bytecode that a piece of baseline code was compiled from (`baseline.c`). */
const BASELINE_LINE = 'heatline-baseline';

interface Origin {
  readonly address: number;
  readonly size: number;
  /** In base64, both: what a function does, and how many bytes of code the beginning and each bytecode became. */
  readonly bytecode: string;
  readonly table: string;
}

interface NativeFunction extends CodeRange {
  readonly name: string;
}

/**
 * Where do the places in baseline code come from? V8's log leaves that out. Each piece has a number, in the order of the log,
 * counted from the moment when the program began to note them.
 */
export class BaselineOrigins {
  readonly #byNumber = new Map<number, Origin>();
  readonly #natives = new CodeMap<NativeFunction>();
  /** What stands among these lines about garbage collections. */
  readonly collections = new CollectionNotes();

  /** Takes bytes `start` to `end`, one whole line, if it is of this kind and makes sense. */
  line(bytes: Buffer, start: number, end: number): void {
    const cursor = new FieldCursor();
    const kind = cursor.begin(bytes, start, end);
    if (kind === NATIVE_LINE) this.#native(cursor);
    if (kind !== BASELINE_LINE) return this.collections.line(kind, cursor);
    const number = cursor.integer();
    const address = cursor.address();
    const size = cursor.integer();
    const bytecode = cursor.raw();
    const table = cursor.raw();
    if (number >= 0 && address >= 0 && size > 0) this.#byNumber.set(number, { address, size, bytecode, table });
  }

  #native(cursor: FieldCursor): void {
    const [address, size, name] = [cursor.address(), cursor.integer(), cursor.raw()];
    if (address >= 0 && size > 0) this.#natives.add({ address, size, generation: 0, name });
  }

  /** What V8's C++ function at an address is told as; undefined elsewhere. */
  nativeAt(address: number): string | undefined {
    return this.#natives.find(address)?.name;
  }

  /** Whether anything was noted of a piece. */
  has({ number }: BaselineCode): boolean {
    return this.#byNumber.has(number);
  }

  /**
   * The positions of a piece of baseline code, `interpreted` being those of its bytecode. Undefined where nothing was noted
   * of it, or where what was noted is of other code.
   */
  positionsOf(
    { number, address, size }: BaselineCode,
    interpreted: SourcePositions,
    v8Version: string,
  ): SourcePositions | undefined {
    const origin = this.#byNumber.get(number);
    if (origin?.address !== address || origin.size !== size) return undefined;
    const bytecodes = findBytecodes(Buffer.from(origin.bytecode, 'base64'), v8Version);
    const places = readTable(Buffer.from(origin.table, 'base64'), size);
    // The first place is where the first bytecode begins.
    if (places === undefined || bytecodes?.length !== places.length) return undefined;
    return haveOneOrigin(bytecodes, interpreted) ? placeBytecodes(bytecodes, places, interpreted) : undefined;
  }
}

/** A piece of baseline code as it was when V8 made it. */
export interface BaselineCode {
  readonly number: number;
  readonly address: number;
  readonly size: number;
}

/** Whether positions are of this very bytecode: each of them is where one begins. */
function haveOneOrigin(bytecodes: Int32Array, { codeOffset }: SourcePositions): boolean {
  return codeOffset.length > 0 && codeOffset.every((offset) => bytecodes[lastAtOrBelow(bytecodes, offset)] === offset);
}

/**
 * Where in the code each bytecode begins, and where the last one ends: sums of what the table has, 7 bits in each byte.
 * Undefined where it leads out of the code.
 */
function readTable(bytes: Uint8Array, codeSize: number): Int32Array | undefined {
  const places = new Int32Array(bytes.length);
  let count = 0;
  let [sum, value, shift] = [0, 0, 0];
  for (const byte of bytes) {
    value += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte & 0x80) continue;
    sum += value;
    if (!(sum <= codeSize)) return undefined;
    places[count++] = sum;
    [value, shift] = [0, 0];
  }
  return places.subarray(0, count);
}

/** The same characters, by offsets in the code. */
function placeBytecodes(bytecodes: Int32Array, places: Int32Array, interpreted: SourcePositions): SourcePositions {
  const rows = { codeOffset: [] as number[], character: [] as number[] };
  let last = -1;
  for (let i = 0; i < places.length - 1; i++) {
    const row = lastAtOrBelow(interpreted.codeOffset, bytecodes[i]);
    if (row < 0 || interpreted.character[row] === last) continue;
    last = interpreted.character[row];
    rows.codeOffset.push(places[i]);
    rows.character.push(last);
  }
  return {
    codeOffset: Int32Array.from(rows.codeOffset),
    character: Int32Array.from(rows.character),
    inlining: new Int32Array(rows.character.length).fill(-1),
    inlined: interpreted.inlined,
  };
}
