/** An entry of a stack: `name file:line:column`, or `name` alone; with `|GC` behind it, its category. */
type Entry = string;

export interface WrittenThread {
  readonly name: string;
  readonly pid?: string;
  readonly isMainThread?: boolean;
  /** Each as a time in ms and its stack, the outermost first; no stack while the thread waits. */
  readonly samples: readonly (readonly [time: number, ...stack: Entry[]])[];
  /** µs since the sample before. */
  readonly cpu?: readonly number[];
  readonly weight?: readonly number[];
}

type Columns = Record<string, (number | string | null)[]>;

const categories = ['Other', 'Idle', 'JavaScript', 'GC / CC'];

/** A profile in the processed format: of version 70, or of 41, in which each thread has tables of its own. */
export function writeFirefox(threads: readonly WrittenThread[], { version = 70, meta = {} } = {}): object {
  const shared = new Tables(version);
  const written = threads.map(({ name, pid = '7', isMainThread = true, samples, cpu, weight }, i) => {
    const tables = version < 60 ? new Tables(version) : shared;
    const times = samples.map(([time]) => time);
    return {
      ...{ name, pid, tid: 7 + i, isMainThread, processName: 'shop', markers: { data: [{}], length: 1 } },
      samples: {
        ...{ length: samples.length, stack: samples.map(([, ...stack]) => tables.stackOf(stack)) },
        ...(version < 50 ? { time: times } : { timeDeltas: times.map((time, at) => time - (times[at - 1] ?? 0)) }),
        ...{ weight: weight ?? null, weightType: weight ? 'tracing-ms' : 'samples' },
        ...(cpu && { threadCPUDelta: cpu }),
      },
      ...(version < 60 && tables.written()),
    };
  });
  return {
    meta: {
      ...{ interval: 1, startTime: 1_700_000_000_000, preprocessedProfileVersion: version, processType: 0 },
      categories: categories.map((name) => ({ name, color: 'grey', subcategories: ['Other'] })),
      sampleUnits: { time: 'ms', eventDelay: 'ms', threadCPUDelta: 'µs' },
      ...meta,
    },
    libs: [],
    threads: written,
    ...(version >= 60 && { shared: shared.written() }),
  };
}

class Tables {
  readonly #strings: string[] = [];
  readonly #sources: Columns = { filename: [], sourceMapURL: [], content: [] };
  readonly #funcs: Columns = { name: [], source: [], fileName: [], lineNumber: [], columnNumber: [], resource: [] };
  readonly #frames: Columns = { func: [], category: [], line: [], column: [] };
  readonly #stacks: Columns = { frame: [], prefix: [] };
  readonly #rows = new Map<string, number>();

  constructor(private readonly version: number) {}

  stackOf(stack: readonly Entry[]): number | null {
    let prefix: number | null = null;
    for (const entry of stack) {
      const [, name, file, line, column, category] =
        /^(\S+?)(?: (\S+?):(\d+)(?::(\d+))?)?(?:\|(.*))?$/.exec(entry) ?? [];
      const func = this.#row(this.#funcs, {
        ...{ name: this.#text(name), resource: -1, lineNumber: file ? 1 : null, columnNumber: file ? 1 : null },
        ...(this.version < 58
          ? { fileName: file ? this.#text(file) : null }
          : { source: file ? this.#row(this.#sources, { filename: this.#text(file) }) : null }),
      });
      const frame = this.#row(this.#frames, {
        ...{ func, line: Number(line) || null, column: Number(column) || null },
        category: categories.indexOf(category ?? 'JavaScript'),
      });
      prefix = this.#row(this.#stacks, { frame, prefix });
    }
    return prefix;
  }

  written(): object {
    const { prefix, ...stacks } = this.#stacks;
    const offsets = prefix.map((caller, i) => (caller === null ? 0 : i - Number(caller)));
    return {
      stringArray: this.#strings,
      stackTable: this.version < 66 ? this.#stacks : { ...stacks, prefixOffset: offsets },
      ...{ frameTable: this.#frames, funcTable: this.#funcs, resourceTable: { name: [], length: 0 } },
      ...(this.version >= 58 && { sources: this.#sources }),
    };
  }

  #text(text: string): number {
    const known = this.#strings.indexOf(text);
    return known >= 0 ? known : this.#strings.push(text) - 1;
  }

  #row(table: Columns, row: Readonly<Record<string, number | null>>): number {
    const [first] = Object.values(table);
    const key = `${Object.keys(table).join()} ${JSON.stringify(row)}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    this.#rows.set(key, first.length);
    for (const [name, column] of Object.entries(table)) column.push(row[name] ?? null);
    return first.length - 1;
  }
}
