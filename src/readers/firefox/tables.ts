import { float64Column, int32Column, NONE } from '../../core/index.ts';
import type { Scanner } from '../cpuprofile/scanner.ts';

/** The columns of use here, of all versions of the format; the rest, markers above all, is passed over. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  stackTable: ['frame', 'prefix', 'prefixOffset'],
  frameTable: ['func', 'category', 'line', 'column', 'originalLocation'],
  funcTable: ['name', 'source', 'fileName', 'resource', 'lineNumber', 'columnNumber', 'originalLocation'],
  resourceTable: ['name'],
  sources: ['filename', 'sourceMapURL', 'content'],
  sourceLocationTable: ['source', 'line', 'column'],
  samples: ['time', 'timeDeltas', 'weight', 'weightType', 'threadCPUDelta'],
};
/** The only ones that hold anything other than numbers and null. */
const TEXTS: ReadonlySet<string> = new Set(['content', 'weightType']);
const STRINGS: ReadonlySet<string> = new Set(['stringArray', 'stringTable']);
const OTHERS: ReadonlySet<string> = new Set(['name', 'processName', 'pid', 'tid', 'isMainThread']);

/** Bytes. V8 cannot make a longer string. */
export const LONGEST_VALUE = 500 * 1024 * 1024;
const NO_NUMBERS = new Float64Array();
/** No file has a stack of this number. */
const NO_STACK = 2 ** 31 - 1;

/** `expectedRows`: how many there will be, as far as that is known. */
async function readColumn(scanner: Scanner, expectedRows: number): Promise<Float64Array> {
  const column = float64Column(expectedRows);
  await scanner.readNumbers((numbers) => {
    column.append(numbers);
  });
  return column.finish();
}

async function readStacks(scanner: Scanner): Promise<Int32Array> {
  const column = int32Column();
  await scanner.readNumbers((numbers) => {
    column.append(numbers.map((stack) => (Number.isNaN(stack) ? NONE : Math.min(stack, NO_STACK))));
  });
  return column.finish();
}

/** Tables that threads share, or those of one thread: columns by the names of their tables and their own. */
export class FirefoxTables {
  /** By the names of their tables, then by their own: functions and frames ask for several numbers each. */
  readonly #numbers = new Map<string, Map<string, Float64Array>>();
  readonly #others = new Map<string, unknown>();
  /** The number of each sample's stack, -1 for none. */
  stack: Int32Array = new Int32Array();
  strings: readonly unknown[] = [];
  /** What else is known of a thread. */
  readonly facts: Record<string, unknown> = {};

  /** Reads the object that begins here. */
  async read(scanner: Scanner): Promise<this> {
    await scanner.readMembers(async (key) => {
      const isTable = Object.hasOwn(COLUMNS, key) && (await scanner.peek()) === 0x7b;
      if (isTable) await this.#readTable(scanner, key);
      else if (OTHERS.has(key)) this.facts[key] = await scanner.readValue(LONGEST_VALUE);
      else if (STRINGS.has(key)) {
        const strings = await scanner.readValue(LONGEST_VALUE);
        if (Array.isArray(strings)) this.strings = strings as unknown[];
      } else await scanner.skipValue();
    });
    return this;
  }

  #readTable(scanner: Scanner, table: string): Promise<void> {
    const numbers = new Map<string, Float64Array>();
    this.#numbers.set(table, numbers);
    return scanner.readMembers(async (column) => {
      const isList = (await scanner.peek()) === 0x5b;
      if (table === 'samples' && column === 'stack' && isList) this.stack = await readStacks(scanner);
      else if (!COLUMNS[table].includes(column)) await scanner.skipValue();
      else if (TEXTS.has(column)) this.#others.set(`${table}.${column}`, await scanner.readValue(LONGEST_VALUE));
      else if (isList) numbers.set(column, await readColumn(scanner, table === 'samples' ? this.stack.length : 0));
      else await scanner.skipValue();
    });
  }

  /** The numbers of a column, NaN for none; none at all where the file has no such column. */
  numbers(table: string, column: string): Float64Array {
    return this.#numbers.get(table)?.get(column) ?? NO_NUMBERS;
  }

  /** A column of texts, or the type of the weights. */
  other(table: string, column: string): unknown {
    return this.#others.get(`${table}.${column}`);
  }

  /** A text by its number; undefined for none. */
  text(row: number): string | undefined {
    const text = this.strings[row];
    return typeof text === 'string' ? text : undefined;
  }
}
