import { Profile, StringTable } from 'pprof-format';

/** An entry of a stack: `name file:line`, or with `start` behind a hash: `name file:line#start`. */
export type Entry = string;

export interface WrittenSample {
  /** The innermost first, as in the file; inlined calls of one location are joined by `<`. */
  readonly stack: readonly Entry[];
  readonly values: readonly (number | bigint)[];
  readonly labels?: Readonly<Record<string, string | number | bigint>>;
}

/** A pprof drawn as text; a value type is `name/unit`. */
export function writePprof(
  types: readonly string[],
  samples: readonly WrittenSample[],
  more: { readonly defaultType?: string; readonly timeNanos?: number; readonly durationNanos?: number } = {},
): Buffer {
  const strings = new StringTable();
  const text = (value: string): number => strings.dedup(value);
  const functions = new Map<
    string,
    { id: number; name: number; systemName: number; filename: number; startLine: number }
  >();
  const locations = new Map<string, { id: number; line: { functionId: number; line: number; column: number }[] }>();
  const lineOf = (entry: Entry): { functionId: number; line: number; column: number } => {
    const [, name, file, line, column = '0', start = '0'] =
      /^(.+) (\S*?):(\d+)(?::(\d+))?(?:#(\d+))?$/.exec(entry) ?? [];
    const key = `${name} ${file} ${start}`;
    const known = functions.get(key) ?? {
      id: functions.size + 1,
      name: text(name),
      systemName: text(name.split(':').at(-2) ?? name),
      filename: text(file),
      startLine: Number(start),
    };
    functions.set(key, known);
    return { functionId: known.id, line: Number(line), column: Number(column) };
  };
  const sample = samples.map(({ stack, values, labels = {} }) => ({
    locationId: stack.map((entry) => {
      const known = locations.get(entry) ?? { id: locations.size + 1, line: entry.split(' < ').map(lineOf) };
      locations.set(entry, known);
      return known.id;
    }),
    value: [...values],
    label: Object.entries(labels).map(([key, value]) => ({
      key: text(key),
      ...(typeof value === 'string' ? { str: text(value) } : { num: value }),
    })),
  }));
  const sampleType = types.map((type) => {
    const [name, unit] = type.split('/');
    return { type: text(name), unit: text(unit) };
  });
  const { defaultType = '', timeNanos, durationNanos } = more;
  const profile = new Profile({
    ...{ sampleType, sample, location: [...locations.values()], function: [...functions.values()] },
    ...{ defaultSampleType: text(defaultType), timeNanos, durationNanos, stringTable: strings },
  });
  return Buffer.from(profile.encode());
}
