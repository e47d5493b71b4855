import type { Scanner } from '../cpuprofile/scanner.ts';

/** The columns of use here, of all versions of the format; the rest, markers above all, is passed over. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  stackTable: ['frame', 'prefix', 'prefixOffset'],
  frameTable: ['func', 'category', 'line', 'column', 'originalLocation'],
  funcTable: ['name', 'source', 'fileName', 'resource', 'lineNumber', 'columnNumber', 'originalLocation'],
  resourceTable: ['name'],
  sources: ['filename', 'sourceMapURL', 'content'],
  sourceLocationTable: ['source', 'line', 'column'],
  samples: ['stack', 'time', 'timeDeltas', 'weight', 'weightType', 'threadCPUDelta'],
};
const STRINGS: ReadonlySet<string> = new Set(['stringArray', 'stringTable']);
const OTHERS: ReadonlySet<string> = new Set(['name', 'processName', 'pid', 'tid', 'isMainThread']);

/** Bytes. V8 cannot make a longer string. */
export const LONGEST_VALUE = 500 * 1024 * 1024;
const NO_NUMBERS = new Float64Array();

/** Tables that threads share, or those of one thread: columns by the names of their tables and their own. */
export class FirefoxTables {
  readonly #columns = new Map<string, unknown>();
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
    return scanner.readMembers(async (column) => {
      const isWanted = COLUMNS[table].includes(column);
      const value = isWanted ? await scanner.readValue(LONGEST_VALUE) : await scanner.skipValue();
      if (!isWanted) return;
      this.#columns.set(`${table}.${column}`, numbersIn(value) ?? value);
    });
  }

  /** The numbers of a column, NaN for none; none at all where the file has no such column. */
  numbers(table: string, column: string): Float64Array {
    const values = this.#columns.get(`${table}.${column}`);
    return values instanceof Float64Array ? values : NO_NUMBERS;
  }

  /** What stands in place of a column of numbers. */
  other(table: string, column: string): unknown {
    return this.#columns.get(`${table}.${column}`);
  }

  /** A text by its number; undefined for none. */
  text(row: number): string | undefined {
    const text = this.strings[row];
    return typeof text === 'string' ? text : undefined;
  }
}

/** NaN for null; undefined where it is no list of numbers. */
function numbersIn(value: unknown): Float64Array | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = new Float64Array(value.length);
  for (const [row, each] of (value as readonly unknown[]).entries()) {
    if (each !== null && typeof each !== 'number') return undefined;
    numbers[row] = each ?? NaN;
  }
  return numbers;
}
