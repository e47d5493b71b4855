import { eachField, readNumbers, type ReadField, readWide, type Wide, wholeOf, ZERO } from './fields.ts';

/** What was measured: texts by their rows. */
export type PprofType = Record<'type' | 'unit', number>;
/** Texts by their rows. */
export type PprofFunction = Record<(typeof FUNCTION)[number], number>;
export type PprofLine = Record<(typeof LINE)[number], number>;

export interface PprofLocation {
  readonly id: number;
  readonly mappingId: number;
  readonly address: bigint;
  /** The innermost first: several where code was inlined. */
  readonly line: readonly PprofLine[];
}

/** All of a pprof but its samples, with the names of the format's own definition. */
export interface PprofTables {
  readonly sampleType: readonly PprofType[];
  readonly mapping: readonly Record<'id' | 'filename', number>[];
  readonly location: readonly PprofLocation[];
  readonly function: readonly PprofFunction[];
  readonly strings: readonly string[];
  readonly timeNanos: Wide;
  readonly durationNanos: number;
  readonly defaultSampleType: number;
  readonly sampleCount: number;
}

const TYPE = ['type', 'unit'] as const;
const MAPPING = ['id', 'start', 'limit', 'offset', 'filename'] as const;
const FUNCTION = ['id', 'name', 'systemName', 'filename', 'startLine'] as const;
const LINE = ['functionId', 'line', 'column'] as const;

/** The number of the field of a sample. */
export const SAMPLE = 2;

/** Throws if the file is damaged or cut off. */
export async function readTables(path: string): Promise<PprofTables> {
  const tables = {
    ...{ sampleType: [] as PprofType[], mapping: [] as PprofTables['mapping'][number][] },
    ...{ location: [] as PprofLocation[], function: [] as PprofFunction[], strings: [] as string[] },
    ...{ timeNanos: ZERO, durationNanos: 0, defaultSampleType: 0, sampleCount: 0 },
  };
  const readers: Readonly<Record<number, ReadField>> = {
    1: (_, reader) => tables.sampleType.push(readNumbers(reader, TYPE)),
    [SAMPLE]: () => tables.sampleCount++,
    3: (_, reader) => tables.mapping.push(readNumbers(reader, MAPPING)),
    4: (_, reader) => tables.location.push(readLocation(reader)),
    5: (_, reader) => tables.function.push(readNumbers(reader, FUNCTION)),
    6: (_, reader) => tables.strings.push(reader.readString()),
    9: (_, reader) => (tables.timeNanos = readWide(reader)),
    10: (_, reader) => (tables.durationNanos = reader.readVarint(true)),
    14: (_, reader) => (tables.defaultSampleType = reader.readVarint(true)),
  };
  await eachField(path, (field, reader) => readers[field]?.(field, reader));
  return tables;
}

function readLocation(reader: Parameters<ReadField>[1]): PprofLocation {
  const line: PprofLine[] = [];
  let address = ZERO;
  const { id, mappingId } = readNumbers(reader, ['id', 'mappingId'], (field) => {
    if (field === 3) address = readWide(reader);
    else if (field === 4) line.push(readNumbers(reader, LINE));
  });
  return { id, mappingId, address: BigInt.asUintN(64, BigInt(wholeOf(address))), line };
}

/** What is missing, as the part of a sentence; undefined where all that the tables name is there. */
export function findProblem({ strings, sampleType, function: functions, location }: PprofTables): string | undefined {
  const isText = (...rows: readonly number[]): boolean => rows.every((row) => row in strings);
  const known = functionsById(functions);
  if (sampleType.length === 0) return 'it names nothing that was measured';
  if (!sampleType.every(({ type, unit }) => isText(type, unit))) return 'a name of its values is missing';
  if (!functions.every(({ name, systemName, filename }) => isText(name, systemName, filename)))
    return 'the name of a function is missing';
  if (!location.every(({ line }) => line.every(({ functionId }) => known.has(functionId))))
    return 'a location names a function that is not there';
  return undefined;
}

/** By their ids, which are their positions in profiles of .NET that leave them out. */
export const functionsById = (functions: readonly PprofFunction[]): ReadonlyMap<number, PprofFunction> =>
  new Map(functions.map((each, i) => [each.id || i + 1, each]));
